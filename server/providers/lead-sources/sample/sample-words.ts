import type { SampleRandom } from './sample-random.ts'

/** Free text of a search as words that can be in an invented name: nothing in it reads like an address. */
export const nameWords = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim()
        .slice(0, 60)
        .trim()
    : ''

/** First letter of each word large. */
export const titleCase = (text: string): string =>
  text.replace(/(^|\s)(\p{L})/gu, (_match, gap: string, letter: string) => gap + letter.toUpperCase())

/** A part of a host name made of a text; never empty. */
export const hostLabel = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '') || 'any'

/** Every invented host ends with this: the domain is reserved and can never be registered. */
export const RESERVED_DOMAIN = 'example'

const AREA_CODES = [202, 206, 212, 303, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 808, 907]

/** A number of the range that North America keeps for fiction (555-0100 to 555-0199), E.164. */
export function fictionalPhone(seed: string, index: number): string {
  const start = Number.parseInt(seed.slice(0, 4), 16)
  const area = AREA_CODES[(start + Math.floor(index / 100)) % AREA_CODES.length]
  return `+1${area}55501${String(index % 100).padStart(2, '0')}`
}

const EMAIL_STATES = ['valid', 'valid', 'valid', 'catch_all', 'unknown'] as const

/** The state of an invented address: mostly valid, so that filters have something to show. */
export const emailState = (random: SampleRandom): string => random.pick(EMAIL_STATES)
