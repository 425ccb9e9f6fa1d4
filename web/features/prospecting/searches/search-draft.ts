import type { FilledForm } from '#contract/ai/ask.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { fieldErrors } from '#contract/core/messages.ts'
import { GROWTH_INTERVALS, GROWTH_OPERATORS } from '#contract/leads/influencer-filters.ts'
import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { searchOf } from '#web/lib/page-search.ts'
import type { PageSearch, RawSearch } from '#web/lib/search-change.ts'

/** A point with the words it was picked by. */
export interface PlaceValue {
  lat: number
  lon: number
  label?: string
}

/** What is in the form. `values` holds the type's own inputs by name; empty ones are absent. */
export interface SearchDraft {
  type: ListTypeId
  values: Record<string, unknown>
  /** How many leads at most; null is everything that matches. */
  limit: number | null
  onlyNew: boolean
  /** List name as the person wrote it; null follows the suggestion. */
  name: string | null
}

const MAX_TEXT = 200

const readText = (value: unknown): string | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).slice(0, MAX_TEXT).toWellFormed().replaceAll('\0', '')
  return text.trim() ? text : undefined
}

const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const within = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit

function readPlace(value: unknown): PlaceValue | string | undefined {
  if (!isRecord(value)) return readText(value)
  const { lat, lon } = value
  if (!within(lat, 90) || !within(lon, 180)) return undefined
  const label = readText(value.label)
  return { lat, lon, ...(label ? { label } : {}) }
}

type Reader = (value: unknown, item: SearchFormItem) => unknown

/** The parts of a growth filter that can be used; which are missing is for the schema to say. */
function readGrowth(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined
  const parts = {
    interval: GROWTH_INTERVALS.find((one) => one === value.interval),
    operator: GROWTH_OPERATORS.find((one) => one === value.operator),
    value: readNumber(value.value),
  }
  return Object.values(parts).some((part) => part !== undefined) ? parts : undefined
}

function readCredibility(value: unknown): { credibility: number } | undefined {
  const credibility = isRecord(value) ? readNumber(value.credibility) : undefined
  return credibility === undefined ? undefined : { credibility }
}

const allowed = (item: SearchFormItem, value: unknown): boolean =>
  item.options?.some((option) => option.value === value) ?? false

/** How a value of unknown origin is read, by the kind of input; undefined when it cannot be used. */
const READERS: Record<SearchFormItem['kind'], Reader> = {
  category: readText,
  text: readText,
  place: readPlace,
  radius: readNumber,
  number: readNumber,
  rate: readNumber,
  growth: readGrowth,
  credibility: readCredibility,
  switch: (value) => (typeof value === 'boolean' ? value : undefined),
  source: (value, item) => (allowed(item, value) ? value : undefined),
  choices: (value, item) =>
    Array.isArray(value) ? [...new Set(value)].filter((one) => allowed(item, one)) : undefined,
  domains: (value) =>
    Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined,
}

/** What the type's inputs hold before anybody touches them, taken from the type's own schema. */
function defaultValues(type: ListTypeId): Record<string, unknown> {
  const { searchSchema, searchForm } = LIST_TYPES[type]
  // Sample searches need nothing else, so this parse shows every default.
  const parsed = searchSchema.safeParse({ source: 'sample' })
  const schemaDefaults = parsed.success && isRecord(parsed.data) ? parsed.data : {}
  const source = searchForm.find((item) => item.kind === 'source')?.options?.[0]?.value
  return { ...schemaDefaults, ...(source ? { source } : {}) }
}

/** True when nobody can know what the search will find before it runs: it reads the websites it was given. */
export const isOpenEnded = ({ type, values }: Pick<SearchDraft, 'type' | 'values'>): boolean =>
  values.source !== 'sample' && LIST_TYPES[type].searchForm.some((item) => item.kind === 'domains')

/** Websites that a search will read, without entries that are none, and the emails that it takes from each at most. */
export const websiteFigures = (
  { domains, max_emails }: Record<string, unknown>,
  skipped: readonly unknown[],
) => ({
  domains: Array.isArray(domains) ? domains.length - skipped.length : 0,
  maxEmails: typeof max_emails === 'number' ? max_emails : 0,
})

/** A fresh form of a type. */
export const emptyDraft = (type: ListTypeId): SearchDraft => ({
  type,
  values: defaultValues(type),
  limit: null,
  onlyNew: false,
  name: null,
})

/** A form as a sentence fills it: everything that it does not name is at its default. */
export function filledDraft({ type, search, limit, only_new: onlyNew }: FilledForm): SearchDraft {
  const empty = emptyDraft(type)
  return { ...empty, values: { ...empty.values, ...search }, limit, onlyNew }
}

const readLimit = (value: unknown): number | null => {
  const number = readNumber(value)
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= MAX_SEARCH_LIMIT
    ? number
    : null
}

/**
 * Reads the router's search object. `fixed` is the type of the list that is searched into; otherwise the
 * address may name one. Anything unusable is dropped.
 */
function readDraft(raw: RawSearch, fixed?: ListTypeId): SearchDraft {
  const type = fixed ?? LIST_TYPE_IDS.find((id) => id === raw.type) ?? LIST_TYPE_IDS[0]!
  const values = { ...defaultValues(type) }
  for (const item of LIST_TYPES[type].searchForm) {
    const value = READERS[item.kind](raw[item.name], item)
    if (value !== undefined) values[item.name] = value
  }
  return {
    type,
    values,
    limit: readLimit(raw.limit),
    onlyNew: raw.only_new === true,
    name: readText(raw.list_name) ?? null,
  }
}

/** Longest value that an address carries, in characters; longer ones are kept in this browser tab. */
const MAX_IN_ADDRESS = 1500
/** What is in the address for a value that is kept elsewhere. */
const KEPT = 'kept'

/** The values of a draft that are too long for an address, by name. */
export const longValues = (draft: SearchDraft): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(draft.values).filter(([, value]) => (JSON.stringify(value) ?? '').length > MAX_IN_ADDRESS),
  )

/** The search object of an address with the values that were kept for it filled in. */
export const withKept = (
  raw: Record<string, unknown>,
  kept: Record<string, unknown> | null,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, value === KEPT && kept?.[name] ? kept[name] : value]),
  )

/** Writes the draft as the router's search object; what is at its default is left out. */
function writeDraft(draft: SearchDraft, fixed?: ListTypeId): RawSearch {
  const usual = defaultValues(draft.type)
  const long = longValues(draft)
  const own = Object.entries(draft.values)
    .filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(usual[name]))
    .map(([name, value]) => [name, name in long ? KEPT : value])
  return {
    ...(fixed || draft.type === LIST_TYPE_IDS[0] ? {} : { type: draft.type }),
    ...Object.fromEntries(own),
    ...(draft.limit === null ? {} : { limit: draft.limit }),
    ...(draft.onlyNew ? { only_new: true } : {}),
    ...(draft.name === null ? {} : { list_name: draft.name }),
  }
}

const searches = new Map<ListTypeId | undefined, PageSearch<SearchDraft>>()

/**
 * The form's parameters; the same for the same type, each time. Its fields are those of the list type that the address
 * names, so they are read by the type's declaration.
 */
export function draftSearch(fixed?: ListTypeId): PageSearch<SearchDraft> {
  const search =
    searches.get(fixed) ??
    searchOf({ read: (raw) => readDraft(raw, fixed), write: (draft) => writeDraft(draft, fixed) })
  searches.set(fixed, search)
  return search
}

/** Sets one input; an empty text, place or number is taken out. */
export function setValue(draft: SearchDraft, name: string, value: unknown): SearchDraft {
  const values = { ...draft.values }
  if (value === undefined || value === null || value === '') delete values[name]
  else values[name] = value
  return { ...draft, values }
}

/** The search as the API takes it, or the sentence for each wrong field. */
export type CheckedSearch =
  | { ok: true; search: Record<string, unknown> }
  | { ok: false; errors: Record<string, string> }

/** Checks the draft with the list type's own schema (messages from the contract). */
export function checkDraft(draft: SearchDraft): CheckedSearch {
  const parsed = LIST_TYPES[draft.type].searchSchema.safeParse(draft.values)
  return parsed.success
    ? { ok: true, search: parsed.data as Record<string, unknown> }
    : { ok: false, errors: fieldErrors(parsed.error) }
}

/** A typed "latitude, longitude" as a point; null when it is something else. */
export function parsePoint(text: string): PlaceValue | null {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return null
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  return within(lat, 90) && within(lon, 180) ? { lat, lon, label: `${lat}, ${lon}` } : null
}

/** The words of a place value. */
export const placeText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return ''
  return typeof value.label === 'string' ? value.label : `${value.lat}, ${value.lon}`
}
