import {
  GROWTH_INTERVALS,
  LAST_POST_MIN_DAYS,
  PLATFORMS,
  RANGES,
} from '#contract/leads/influencer-filters.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { COMPANY_SIZES, DEPARTMENT_LABELS, DEPARTMENTS } from '#contract/leads/people-labels.ts'
import { departmentPhrases, namedCategory, readTitle } from '#server/modules/core/vocabulary/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import { takeBarePlace, takePlace } from './read-places.ts'
import type { Groups, Sentence } from './sentence.ts'
import * as words from './words.ts'

type Form = Record<string, unknown>
/** A phrase, what its groups fill, and what stands in its place afterwards. */
type Phrase = [
  pattern: string,
  fill: (groups: Groups) => Form,
  instead?: string | ((groups: Groups) => string),
]

const { readAmount } = words
const KM_PER_MILE = 1.609344
const readKm = ({ n, miles }: Groups) => Math.round(readAmount(n) * (miles ? KM_PER_MILE : 1) * 1000) / 1000
const DAYS: Record<string, number> = { d: 1, t: 1, w: 7, m: 30 }
const readDays = ({ n, unit = '' }: Groups) => readAmount(n) * (DAYS[unit.toLowerCase()] ?? 1)
const readShare = ({ percent = '' }: Groups) => Number(percent.replace(',', '.')) / 100

function readGrowth(groups: Groups): Form {
  const interval = GROWTH_INTERVALS[Number(groups.months) - 1]
  return { followersGrowthRate: { interval, operator: 'gte', value: readShare(groups) } }
}

function readRange({ low, high }: Groups): { min: number; max: number } {
  const [min, max] = [readAmount(low), readAmount(high)]
  // "10 to 50k" means ten thousand to fifty thousand.
  return min < 1000 && max >= 1000 && /^\d+$/.test(low ?? '') ? { min: min * 1000, max } : { min, max }
}

/** The company sizes that a range touches. */
function listSizes(groups: Groups): string[] {
  const { min, max } = readRange(groups)
  return COMPANY_SIZES.filter((size) => {
    const [low = 0, high = Number.POSITIVE_INFINITY] = size.replace('+', '').split('-').map(Number)
    return !(high <= min) && !(low > max)
  })
}

const makeRangePhrase = ([name, { label }]: [string, { label: string }]): Phrase => [
  `${words.WITH}?${words.RANGE}\\s*(?:${name === 'followers' ? words.FOLLOWERS : label})`,
  (groups) => {
    const { min, max } = readRange(groups)
    return { ...(min && { [`${name}_min`]: min }), ...(max && { [`${name}_max`]: max }) }
  },
]

/** By list type, in the order in which they are taken. */
const PHRASES: Partial<Record<string, Phrase[]>> = {
  local: [
    [words.NAMED, ({ quoted }) => ({ keywords: quoted })],
    [words.CLOSED, () => ({ include_closed: true })],
    [words.RADIUS, (groups) => ({ radius_km: readKm(groups), radius: groups.radius }), ' ⌖ '],
  ],
  people: [
    [words.TITLED, ({ quoted }) => ({ position: quoted, exact_title: true })],
    [words.AT_DOMAIN, ({ domain }) => ({ company_domain: domain?.toLowerCase() })],
    [words.PER_COMPANY, ({ n }) => ({ max_per_company: readAmount(n) }), ({ who }) => ` ${who} | `],
    [words.STAFF, (groups) => ({ company_size: listSizes(groups) })],
    [words.INDUSTRY, ({ industry }) => ({ industry })],
    [words.C_LEVEL, () => ({ seniority: ['c_level'] })],
  ],
  influencer: [
    [words.GROWTH, readGrowth],
    [words.POSTED, (groups) => ({ lastposted: Math.max(LAST_POST_MIN_DAYS, readDays(groups)) })],
    [words.ENGAGEMENT, (groups) => ({ engagementRate: readShare(groups) })],
    [words.CREDIBILITY, (groups) => ({ audience: { credibility: readShare(groups) } })],
    ...Object.entries(RANGES).map(makeRangePhrase),
    ...PLATFORMS.map((value): Phrase => [`${words.ON}?${value}`, () => ({ [value]: true }), ' ']),
    [words.INFLUENCERS, ({ topic }) => (topic ? { keywords: topic } : {})],
    [words.ABOUT, ({ topic }) => ({ keywords: topic })],
  ],
  single: [
    [words.PAGES, ({ n }) => ({ max_pages: readAmount(n) })],
    [words.EMAILS, ({ n }) => ({ max_emails: readAmount(n) })],
    [words.PUBLISHED, () => ({ only_published: true })],
    [words.ANY_EMAILS, () => ({})],
  ],
}

/** What leads must have or not have, of the values that the form offers. */
function readAssets(sentence: Sentence, type: ListTypeId, form: Form): void {
  for (const [name, before] of Object.entries(words.HAVING)) {
    const item = LIST_TYPES[type].searchForm.find((one) => one.name === name)
    const values = item?.options?.map(({ value }) => value) ?? []
    const pattern = `${before}${words.makeAssetPattern(values)}`
    const found = new Set<string>()
    for (let hit = item && sentence.take(pattern); hit; hit = sentence.take(pattern))
      for (const value of values) if (words.isAssetIn(value, hit.assets ?? '')) found.add(value)
    if (found.size > 0) form[name] = values.filter((value) => found.has(value))
  }
}

function readLocal(sentence: Sentence, form: Form): void {
  const place = takePlace(sentence)
  const read = (loose: boolean) => (text: string) =>
    words.SMALL_WORDS.has(text.toLowerCase()) ? null : namedCategory(text, loose)
  const category = sentence.takeWords(4, read(false)) ?? sentence.takeWords(2, read(true))
  if (category) form.category = category
  const where = place ?? takeBarePlace(sentence)
  if (where) form[where.kind] = where.words
  if (form.near || !form.radius) return
  sentence.leave(String(form.radius))
  delete form.radius_km
}

/** Words that are a position and nothing else, as a search accepts them. */
function readPosition(text: string): string | null {
  const isTitle = (form: string) => {
    const title = readTitle(form)
    return title?.words.length === 0 && title.alternatives.length > 0
  }
  // "director of"
  if (text.length < 2 || words.SMALL_WORDS.has(text.toLowerCase().split(' ').at(-1) ?? '')) return null
  return [text.replace(/s$/, ''), text].find(isTitle) ?? null
}

function readDepartment(text: string): string | null {
  const key = foldText(text.replace(/\s+(?:departments?|teams?)$/i, ''))
  const isNamed = (department: (typeof DEPARTMENTS)[number]) =>
    foldText(DEPARTMENT_LABELS[department]) === key || departmentPhrases(department).includes(key)
  return DEPARTMENTS.find(isNamed) ?? null
}

/** A company is capitalized. */
const COMPANY_NAME = /^\p{Lu}[\p{L}\d&.'-]*(?:\s+(?:\p{Lu}[\p{L}\d&.'-]*|&|of|und))*$/u

function readPeople(sentence: Sentence, form: Form): void {
  const place = takePlace(sentence)
  const department = sentence.takeWords(3, readDepartment, '(?:in|from|im|in der|aus der)(?:\\s+the)?')
  if (department) form.department = [department]
  form.position ??= sentence.takeWords(5, readPosition)
  form.company = sentence.takeWords(4, (text) => (COMPANY_NAME.test(text) ? text : null), words.AT)
  form.place = (place ?? takeBarePlace(sentence))?.words
}

/** The form of a list type as a sentence fills it, with more names than the form has; unlisted types have no grammar. */
export function readForm(type: ListTypeId, sentence: Sentence): Form {
  const form: Form = {}
  readAssets(sentence, type, form)
  for (const [pattern, fill, instead] of PHRASES[type] ?? []) {
    const groups = sentence.take(pattern, instead)
    if (groups) Object.assign(form, fill(groups))
  }
  if (type === 'local') readLocal(sentence, form)
  if (type === 'people') readPeople(sentence, form)
  if (type === 'influencer') form.platform = PLATFORMS.filter((value) => form[value])
  if (type === 'single') {
    const domains = new Set<string>()
    for (let hit = sentence.take(words.DOMAIN); hit; hit = sentence.take(words.DOMAIN))
      domains.add(hit.domain?.toLowerCase() ?? '')
    form.domains = [...domains]
  }
  return form
}
