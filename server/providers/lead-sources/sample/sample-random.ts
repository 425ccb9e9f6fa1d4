import { createHash } from 'node:crypto'

/** Draws for one invented lead: the same seed gives the same draws in the same order. */
export interface SampleRandom {
  /** From 0 up to, not including, 1. */
  share(): number
  /** A whole number from `least` to `most`, both included. */
  whole(min: number, max: number): number
  pick<T>(choices: readonly T[]): T
}

/** Short, stable name of a search: hex, the same whatever the order of its fields. */
export function searchSeed(type: string, search: Record<string, unknown>): string {
  const canonical = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(canonical).sort()
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([, part]) => part !== undefined)
    return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, canonical(part)])
  }
  return createHash('sha256')
    .update(JSON.stringify([type, canonical(search)]))
    .digest('hex')
    .slice(0, 8)
}

/** The draws of the lead at `index`; leads do not depend on each other, so a list can start anywhere. */
export function randomAt(seed: string, index: number): SampleRandom {
  let state = createHash('sha256').update(`${seed}:${index}`).digest().readUInt32LE(0)
  // Mulberry32: small, and good enough for data that says it is invented.
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1))
  return { share, whole, pick: (choices) => choices[whole(0, choices.length - 1)]! }
}
