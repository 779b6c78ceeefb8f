// What every file says about where it is from.

export interface Provenance {
  /** The run's name, or both names of a comparison. */
  name: string
  id: string
  /** "synthetic", "published counts", …: what the run must be called wherever it is shown. */
  label: string | null
  /** Of the configuration, shortened where it is shown and whole where there is room. */
  hash: string
  app: string
  /** The day of the file, ISO 8601. */
  date: string
}

/** One line: "Aftermath 0.1.0 · Oracle on Shop · run r1 · configuration 0123456789ab · 2026-11-30". */
export const provenanceLine = ({ name, id, label, hash, app, date }: Provenance): string =>
  [`Aftermath ${app}`, label !== null && !name.includes(label) ? `${name} (${label})` : name, `run ${id}`, ...(hash === '' ? [] : [`configuration ${hash.split(' ').map((one) => one.slice(0, 12)).join(' ')}`]), date.slice(0, 10)].join(' · ')
