import { SEEDED_TOWN } from './seed.ts'

/** A search of G: category, radius and website, in a crowded place of the seeded map. */
export const COUNT_SEARCH = {
  category: 'brewery',
  near: SEEDED_TOWN,
  radius_km: 10,
  has: ['website' as const],
}

/** A page of customers, and a search for one of them. */
export const ACCOUNTS_QUERY = { page: 1, limit: 20, sort: 'company', direction: 'asc' } as const
export const ACCOUNTS_SEARCH = 'berg ltd 40'

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

/** The words searched in lists, in turn. */
export const nextWord = (): string => {
  turn += 1
  return WORDS[turn % WORDS.length] as string
}
