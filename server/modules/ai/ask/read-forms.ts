import { GROWTH_INTERVALS, LAST_POST_MIN_DAYS } from '#contract/leads/influencer-filters.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { COMPANY_SIZES, DEPARTMENT_LABELS, DEPARTMENTS } from '#contract/leads/people-labels.ts'
import { departmentPhrases, namedCategory, readTitle } from '#server/modules/core/vocabulary/index.ts'
import { foldText } from '#server/platform/text/fold-text.ts'
import {
  ASSETS,
  assetsIn,
  INFLUENCER,
  MAX,
  MIN,
  NUMBER,
  PLATFORM_WORDS,
  RANGE,
  RANGE_WORDS,
  readAmount,
  readRange,
  SMALL_WORDS,
  WITH,
  WITHOUT,
} from './phrases.ts'
import { takeBarePlace, takePlace } from './read-places.ts'
import type { Sentence } from './sentence.ts'

type Form = Record<string, unknown>

const PER_COMPANY = '(?:per|for each|pro|je)\\s+(?:company|firma|unternehmen)'
const DOMAIN = '(?:https?://)?(?:[\\w.+-]+@)?((?:[a-z\\d-]+\\.)+[a-z]{2,})(?:/\\S*)?'
const QUOTED = '["„“]([^"„“”]{2,100})["“”]'

/** Allowed values of a choice in the form. */
const listOptions = (type: ListTypeId, name: string): string[] =>
  LIST_TYPES[type].searchForm.find((item) => item.name === name)?.options?.map(({ value }) => value) ?? []

function readAssets(sentence: Sentence, type: ListTypeId, form: Form): void {
  for (const [name, before] of [
    ['has_not', WITHOUT],
    ['has', WITH],
  ] as const) {
    const allowed = listOptions(type, name)
    if (allowed.length === 0) continue
    const found = new Set<string>()
    for (
      let hit = sentence.take(`${before}\\s+${ASSETS}`);
      hit;
      hit = sentence.take(`${before}\\s+${ASSETS}`)
    )
      for (const value of assetsIn(hit[0] ?? '')) if (allowed.includes(value)) found.add(value)
    if (found.size > 0) form[name] = allowed.filter((value) => found.has(value))
  }
}

const RADIUS = `(?:within|in a radius of|in(?:nerhalb)?(?: von)?|im umkreis von|umkreis|radius(?: of)?)?\\s*${NUMBER}\\s*(km|kilometers?|kilometres?|kilometern?|mi|miles?|meilen)(?:\\s+(?:radius|umkreis))?(?:\\s+(?:of|around|from|um|von|rund um|entfernt von))?`
const KM_PER_MILE = 1.609344

/** A kind of business; words such as "with" and "and" around it belong to something else. */
function readCategory(words: string, loose = false): string | null {
  const all = words.toLowerCase().split(' ')
  const isPart = SMALL_WORDS.has(all[0]!) || (SMALL_WORDS.has(all.at(-1)!) && !/^\S+ firms?$/.test(words))
  return isPart ? null : namedCategory(words, loose)
}

function readLocal(sentence: Sentence): Form {
  const form: Form = {}
  readAssets(sentence, 'local', form)
  const named =
    sentence.take(`(?:called|named|namens|with the name|mit dem namen)\\s+${QUOTED}`) ?? sentence.take(QUOTED)
  if (named) form.keywords = named[0]
  if (
    sentence.take(
      '(?:including|include|also|even|auch|inklusive|einschließlich)\\s+(?:the\\s+)?(?:permanently\\s+)?(?:closed|geschlossene[rn]?)(?:\\s+ones)?',
    )
  )
    form.include_closed = true
  const radius = sentence.take(RADIUS, ' ⌖ ')
  const place = takePlace(sentence)
  const category =
    sentence.takeWords(4, (words) => readCategory(words)) ??
    sentence.takeWords(2, (words) => (words.length >= 5 ? readCategory(words, true) : null))
  if (category) form.category = category
  const where = place ?? takeBarePlace(sentence)
  if (where) form[where.kind] = where.words
  if (radius && !form.near) sentence.leave(`${radius[0]}${radius[1] ?? ''} ${radius[2]}`)
  if (radius && form.near) {
    const distance = readAmount(radius[0] ?? '', radius[1])
    const km = /^m/i.test(radius[2] ?? '') ? distance * KM_PER_MILE : distance
    form.radius_km = Math.round(km * 1000) / 1000
  }
  return form
}

const STAFF = '(?:employees|staff|people|mitarbeitern?|mitarbeitende[nr]?|beschäftigten?|angestellten?)'

/** Company size steps within a range, or the one that contains it. */
function sizesWithin({ min = 0, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number }): string[] {
  const steps = COMPANY_SIZES.map((size) => {
    const [low, high] = size.split('-')
    return { size, low: Number.parseInt(low!, 10), high: high ? Number(high) : Number.POSITIVE_INFINITY }
  })
  const inside = steps.filter(({ low, high }) => low >= min && high <= max)
  return (inside.length > 0 ? inside : steps.filter(({ low, high }) => low <= min && high >= min)).map(
    ({ size }) => size,
  )
}

/** `sales directors` and `heads of sales` as a singular position. */
const singulars = (words: string): string[] => [words.replace(/s$/, ''), words.replace(/^(\p{L}+)s\b/u, '$1')]

/** Words that are a position and nothing else, as a search accepts them. */
function readPosition(words: string): string | null {
  for (const form of [...singulars(words), words]) {
    if (
      form.length < 2 ||
      /^(?:in|im|at|it)$/i.test(form) ||
      form.split(' ').some((word) => /^(?:in|at|bei|and|und|or|oder)$/i.test(word))
    )
      continue
    const title = readTitle(form)
    if (title && title.words.length === 0 && title.alternatives.length > 0) return form
  }
  return null
}

function readDepartment(words: string): string | null {
  const key = foldText(words)
  return (
    DEPARTMENTS.find(
      (department) =>
        foldText(DEPARTMENT_LABELS[department]) === key || departmentPhrases(department).includes(key),
    ) ?? null
  )
}

/** A company is capitalized. */
const COMPANY_NAME = /^\p{Lu}[\p{L}\d&.'-]*(?:\s+(?:\p{Lu}[\p{L}\d&.'-]*|&|of|und))*$/u

function readCompany(sentence: Sentence, form: Form): void {
  const domain = sentence.take(`(?:at|of|from|bei|von)\\s+${DOMAIN}`)
  if (domain) form.company_domain = domain[0]?.toLowerCase()
  const limit = sentence.take(
    `(?:${MAX}\\s*)?${NUMBER}\\s+((?:\\p{L}+\\s+){0,3}?)${PER_COMPANY}`,
    (groups) => ` ${groups[2]} | `,
  )
  if (limit) form.max_per_company = readAmount(limit[0] ?? '', limit[1])
  const size = sentence.take(
    `(?:(?:at|in|bei|of)\\s+)?(?:(?:companies|firms|unternehmen|firmen)\\s+)?(?:(?:with|mit|of)\\s+)?${RANGE}\\s*${STAFF}`,
  )
  if (size) form.company_size = sizesWithin(readRange(size))
  const place = sentence.take(
    '(?:companies|firms|unternehmen|firmen)\\s+(?:(?:based|headquartered|mit sitz)\\s+)?(?=in\\s)',
    ' ⌂ ',
  )
    ? sentence.takeAfter('⌂\\s+in', 4, (words) => (/^\p{Lu}/u.test(words) ? words : null))
    : null
  if (place) form.company_place = place
  const industry =
    sentence.take(
      '(?:(?:in|from|aus)\\s+)?(?:(?:the|der)\\s+)?([\\p{L}-]+)(?:[ -](?:industry|sector|branche)|branche)',
    ) ??
    sentence.take('(?:at|in|bei|of|from)\\s+([\\p{L}-]+)\\s+(?:companies|firms|startups|unternehmen|firmen)')
  if (industry) form.industry = industry[0]
}

function readPeople(sentence: Sentence): Form {
  const form: Form = {}
  readAssets(sentence, 'people', form)
  const exact =
    sentence.take(`(?:with the (?:exact )?title|exact title|exactly|genau)\\s+${QUOTED}`) ??
    sentence.take(QUOTED)
  if (exact) Object.assign(form, { position: exact[0], exact_title: true })
  readCompany(sentence, form)
  if (sentence.take('c[- ]?(?:level|suite)(?:\\s+(?:executives?|managers?|people))?'))
    form.seniority = ['c_level']
  if (sentence.take('entry[- ]level|berufseinsteiger')) form.seniority = ['entry']
  const place = takePlace(sentence)
  const department = sentence.takeAfter('(?:in|from|im|in der|aus der|aus dem)(?:\\s+the)?', 3, (words) =>
    readDepartment(words.replace(/\s+(?:departments?|teams?)$/i, '')),
  )
  if (department) form.department = [department]
  if (!form.position) {
    const position = sentence.takeWords(5, readPosition)
    if (position) form.position = position
  }
  const company = sentence.takeAfter('(?:at|bei|of|von|for|für)', 4, (words) =>
    COMPANY_NAME.test(words) ? words : null,
  )
  if (company) form.company = company
  const where = place ?? takeBarePlace(sentence)
  if (where) form.place = where.words
  return form
}

const DAYS: Record<string, number> = { d: 1, t: 1, w: 7, m: 30 }
const PERCENT = String.raw`(\d+(?:[.,]\d+)?)\s*(?:%|percent|prozent)`
const fraction = (text: string | undefined): number =>
  Math.round(Number(text?.replace(',', '.')) * 100) / 10_000

function readActivity(sentence: Sentence, form: Form): void {
  const posted = sentence.take(
    `(?:(?:who|that|die)\\s+)?(?:(?:have\\s+)?(?:posted|active|post|aktiv))?\\s*(?:(?:in|within|during|in den)\\s+)?(?:the\\s+)?(?:last|past|letzten)\\s+${NUMBER}\\s*(d|t|w|m)\\p{L}*(?:\\s+(?:gepostet|aktiv|posted|active)(?:\\s+haben|\\s+waren)?)?`,
  )
  if (posted) {
    const days = readAmount(posted[0] ?? '', posted[1]) * (DAYS[posted[2]?.toLowerCase() ?? 'd'] ?? 1)
    form.lastposted = Math.max(LAST_POST_MIN_DAYS, days)
  }
  const engagement =
    sentence.take(
      `(?:(?:with|mit)\\s+)?(?:an?\\s+|einer\\s+)?engagement(?:[- ]?rate)?\\s*(?:${MIN}|of|von)?\\s*${PERCENT}`,
    ) ?? sentence.take(`(?:(?:with|mit)\\s+)?(?:${MIN}\\s+)?${PERCENT}\\s+engagement(?:[- ]?rate)?`)
  if (engagement) form.engagementRate = fraction(engagement[0])
  const audience = sentence.take(
    `(?:(?:with|mit)\\s+)?(?:(?:an?|einer)\\s+)?(?:(?:audience|publikums?)[ -]*)?(?:credibility|glaubwürdigkeit)\\s*(?:${MIN}|of|von)?\\s*${PERCENT}`,
  )
  if (audience) form.audience = { credibility: fraction(audience[0]) }
}

const GROWN: Record<string, string> = { f: 'followersGrowthRate', l: 'likesGrowthRate', v: 'viewsGrowthRate' }

function readGrowth(sentence: Sentence, form: Form): void {
  const growth = sentence.take(
    `(?:(?:with|mit|whose)\\s+)?(?:(?:a|an|einem)\\s+)?(?:(follower|like|view)s?\\s*-?)?(?:growth|growing|grew|wachstum|gewachsen)\\s*(?:by|of|um|von)?\\s*(?:${MIN})?\\s*${PERCENT}\\s*(?:in|over|within|per)\\s+(?:the\\s+last\\s+|den\\s+letzten\\s+)?(\\d)?\\s*(?:months?|monat\\p{L}*)`,
  )
  if (!growth) return
  const interval = GROWTH_INTERVALS[Number(growth[2] ?? 1) - 1]
  if (interval)
    form[GROWN[growth[0]?.[0]?.toLowerCase() ?? 'f'] as string] = {
      interval,
      operator: 'gte',
      value: fraction(growth[1]),
    }
}

function readInfluencer(sentence: Sentence): Form {
  const form: Form = {}
  const quoted = sentence.take(QUOTED)
  readGrowth(sentence, form)
  readActivity(sentence, form)
  for (const [name, words] of Object.entries(RANGE_WORDS)) {
    const range = sentence.take(`(?:(?:with|have|having|mit)\\s+)?${RANGE}\\s*(?:${words})`)
    if (!range) continue
    const { min, max } = readRange(range)
    if (min !== undefined) form[`${name}_min`] = min
    if (max !== undefined) form[`${name}_max`] = max
  }
  const age = sentence.take(`(?:aged|age|im alter|alter)\\s+${RANGE}(?:\\s+jahren?)?`)
  if (age) {
    const { min, max } = readRange(age)
    if (min !== undefined) form.age_min = min
    if (max !== undefined) form.age_max = max
  }
  const about = sentence.take(
    `(?:about|on the topic of|zum thema|über|rund um)\\s+([\\p{L}& -]{2,60}?)(?=\\s*(?:$|[|.,;]|\\bon\\b|\\bwith\\b|\\bauf\\b|\\bmit\\b|\\bin\\b))`,
  )
  const platforms = Object.entries(PLATFORM_WORDS).flatMap(([value, words]) =>
    sentence.take(`(?:(?:on|auf)\\s+)?(?:${words})`, ' ') ? [value] : [],
  )
  if (platforms.length > 0) form.platform = platforms
  const topic = sentence.take(`([\\p{L}&]+(?: [\\p{L}&]+)??)[ -]*${INFLUENCER}`)
  sentence.take(INFLUENCER)
  const keywords = quoted?.[0] ?? about?.[0] ?? topic?.[0]
  if (keywords) form.keywords = keywords.trim()
  return form
}

function readSingle(sentence: Sentence): Form {
  const form: Form = {}
  const domains: string[] = []
  for (let hit = sentence.take(DOMAIN); hit; hit = sentence.take(DOMAIN))
    if (hit[0]) domains.push(hit[0].toLowerCase())
  if (domains.length > 0) form.domains = [...new Set(domains)]
  const per = '(?:\\s+(?:per|pro|for each|je)\\s+(?:domain|web ?site|webseite|company|firma|unternehmen))?'
  const pages = sentence.take(`(?:(?:read|lies)\\s+)?(?:${MAX}\\s*)?${NUMBER}\\s*(?:pages?|seiten)${per}`)
  if (pages) form.max_pages = readAmount(pages[0] ?? '', pages[1])
  const emails = sentence.take(
    `(?:${MAX}\\s*)?${NUMBER}\\s*(?:e-?mails?|e-?mail-adressen|adressen|addresses|contacts|kontakte)${per}`,
  )
  if (emails) form.max_emails = readAmount(emails[0] ?? '', emails[1])
  if (
    sentence.take(
      '(?:only|just|nur)\\s+(?:published|veröffentlichte[n]?)(?:\\s+(?:e-?mails?|adressen|ones))?|(?:no|without|keine|ohne)\\s+(?:guessed|guesses|erratene[n]?|geratene[n]?)(?:\\s+(?:e-?mails?|ones|adressen))?',
    )
  )
    form.only_published = true
  sentence.take('(?:e-?mails?(?:[ -]?addresses|[ -]?adressen)?)')
  return form
}

/** How a list type's form is read from a sentence; unlisted types have no grammar. */
const READERS: Partial<Record<string, (sentence: Sentence) => Form>> = {
  local: readLocal,
  people: readPeople,
  influencer: readInfluencer,
  single: readSingle,
}

export const readForm = (type: ListTypeId, sentence: Sentence): Form => READERS[type]?.(sentence) ?? {}

const DOMAIN_ALONE = new RegExp(DOMAIN, 'iu')

export function guessType(sentence: Sentence, text: string): ListTypeId {
  const followers = RANGE_WORDS.followers as string
  if (sentence.has(`\\p{L}*[ -]?${INFLUENCER}|${followers}`)) return 'influencer'
  const hasTitle = text.split(/\s+/).some((_, at, words) =>
    [3, 2, 1].some((size) =>
      isPerson(
        words
          .slice(at, at + size)
          .join(' ')
          .replaceAll(/[.,!?]+$/g, ''),
      ),
    ),
  )
  if (
    hasTitle ||
    sentence.has(
      'people|persons?|personen|leute|ansprechpartner|entscheider|c[- ]?level|c[- ]?suite|linkedin',
    )
  )
    return 'people'
  return DOMAIN_ALONE.test(text) ? 'single' : 'local'
}

/** A position that is not also a kind of business: "dentist" is both, and more likely a business. */
const isPerson = (words: string): boolean => readPosition(words) !== null && isTitleOfPerson(words)

function isTitleOfPerson(words: string): boolean {
  if ([words, ...singulars(words)].some((form) => namedCategory(form, true))) return false
  return (
    readDepartment(words) === null ||
    /^(?:c[a-z]o|vp)s?$/i.test(words) ||
    /(?:er|or|ist|eur|in|leitung)s?$/i.test(words)
  )
}
