import type { SampleRandom } from './sample-random.ts'

/** Free text of a search for use in a sample name, without anything that looks like an address. */
export const nameWords = (text: unknown): string =>
  typeof text === 'string'
    ? text
        .normalize('NFC')
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim()
        .slice(0, 60)
        .trim()
    : ''

export const titleCase = (text: string): string =>
  text.replace(/(^|\s)(\p{L})/gu, (_match, gap: string, letter: string) => gap + letter.toUpperCase())

/** A host name label from a text; never empty. */
export const hostLabel = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '') || 'any'

/** The reserved domain of all sample hosts, which can never be registered. */
export const RESERVED_DOMAIN = 'example'

const AREA_CODES = [202, 206, 212, 303, 305, 312, 404, 415, 503, 512, 602, 617, 702, 713, 808, 907]

/** An E.164 number of the range that North America reserves for fiction (555-0100 to 555-0199). */
export function fictionalPhone(seed: string, index: number): string {
  const start = Number.parseInt(seed.slice(0, 4), 16)
  const area = AREA_CODES[(start + Math.floor(index / 100)) % AREA_CODES.length]
  return `+1${area}55501${String(index % 100).padStart(2, '0')}`
}

const EMAIL_STATES = ['valid', 'valid', 'valid', 'catch_all', 'unknown'] as const

/** Mostly valid, with some of each state for filters. */
export const emailState = (random: SampleRandom): string => random.pick(EMAIL_STATES)
