import { SEEDED_TOWN } from './seed.ts'

/** A search of G: category, radius and website, in a crowded place of the seeded map. */
export const COUNT_SEARCH = {
  category: 'brewery',
  near: SEEDED_TOWN,
  radius_km: 10,
  has: ['website' as const],
}

const WORDS = [
  'anna',
  'ben falk',
  'greta',
  'berg 1',
  'ito',
  'long',
  'osaka',
  'hugo larsen',
  'site12',
  'no such',
]
let turn = 0

/** The words that are looked for in lists, one after the other. */
export const nextWord = (): string => {
  turn += 1
  return WORDS[turn % WORDS.length] as string
}
