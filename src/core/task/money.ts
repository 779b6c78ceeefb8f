// Money: integer cents in, dollars shown.

/** "$59.00" from 5900; "−$1.50" from −150. */
export function dollars(cents: number): string {
  const sign = cents < 0 ? '−' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  return `${sign}$${String(whole).replace(/\B(?=(\d{3})+$)/g, ',')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}
