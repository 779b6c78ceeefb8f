// Chance: one generator, seeded, the same on every machine.
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export type Random = ReturnType<typeof xoroshiro128plus>

/** A xoroshiro128+ generator. Its first numbers hang on the seed too visibly, and are passed over. */
export function seeded(seed: number): Random {
  const random = xoroshiro128plus(seed)
  for (let i = 0; i < 32; i += 1) random.next()
  return random
}

/** A number from 0 up to and not including 1, of 32 bits. */
export const chance = (random: Random): number => (random.next() >>> 0) / 2 ** 32

/** A whole number from 0 up to and not including `below`; uneven by less than `below` / 2³². */
export const pick = (random: Random, below: number): number => Math.floor(chance(random) * below)

/** A seed from any text: FNV-1a over its UTF-16 code units. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}
