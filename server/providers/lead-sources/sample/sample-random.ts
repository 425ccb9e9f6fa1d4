import { createHash } from 'node:crypto'

/** Random values for one lead: the same seed gives the same sequence. */
export interface SampleRandom {
  /** In [0, 1). */
  share(): number
  /** An integer from `min` to `max`, both inclusive. */
  whole(min: number, max: number): number
  pick<T>(choices: readonly T[]): T
}

/** A short hex hash of a search, independent of the order of its fields. */
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

/** The random values of the lead at `index`; leads are independent, so a list can start anywhere. */
export function randomAt(seed: string, index: number): SampleRandom {
  let state = createHash('sha256').update(`${seed}:${index}`).digest().readUInt32LE(0)
  // Mulberry32: small, and good enough for sample data.
  const share = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number): number => min + Math.floor(share() * (max - min + 1))
  return { share, whole, pick: (choices) => choices[whole(0, choices.length - 1)]! }
}
