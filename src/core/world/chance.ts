// Chance and the clock of a world: both come from the trial, never from the machine.
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export interface Prng {
  int64(): bigint
  bytes(length: number): Uint8Array
}

/** A generator whose whole sequence follows from `seed` (a 32-bit integer). */
export function prng(seed: number): Prng {
  const generator = xoroshiro128plus(seed)
  const int32 = () => generator.next()
  return {
    int64: () => (BigInt(int32()) << 32n) | BigInt(int32() >>> 0),
    bytes: (length) => Uint8Array.from({ length }, () => int32() & 255),
  }
}

/**
 * Runs `work` while the clock stands at `now` (ms since 1970, UTC). SQLite in WebAssembly reads the time from Date.now
 * alone, so CURRENT_TIMESTAMP and date('now') then answer with the world's date.
 */
export function atTime<T>(now: number, work: () => T): T {
  const clock = Date.now
  Date.now = () => now
  try {
    return work()
  } finally {
    Date.now = clock
  }
}
