import type { FilledForm } from '#contract/ai/ask.ts'
import { MAX_SEARCH_LIMIT } from '#contract/core/constants.ts'
import { fieldErrors } from '#contract/core/messages.ts'
import { GROWTH_INTERVALS, GROWTH_OPERATORS } from '#contract/leads/influencer-filters.ts'
import type { SearchFormItem } from '#contract/leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { makeSearch } from '#web/lib/page-search.ts'
import type { PageSearch, RawSearch } from '#web/lib/search-change.ts'

/** A point with the text it was picked by. */
export interface PlaceValue {
  lat: number
  lon: number
  label?: string
}

/** Content of the form. `values` holds the type's own inputs by name, without empty ones. */
export interface SearchDraft {
  type: ListTypeId
  values: Record<string, unknown>
  /** Maximum number of leads; null for all matches. */
  limit: number | null
  onlyNew: boolean
  /** The service that leads are to need; null: any. */
  needs: number | null
  /** Whether the websites of what it delivers are checked; only types with signals offer it. */
  checkWebsites: boolean
  /** Order of the new list, a field with `-` in front for descending; null: the usual one. */
  sort: string | null
  /** List name as typed; null follows the suggestion. */
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

/** The usable parts of a growth filter; the schema reports missing ones. */
function readGrowth(value: unknown): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined
  const parts = {
    interval: GROWTH_INTERVALS.find((known) => known === value.interval),
    operator: GROWTH_OPERATORS.find((known) => known === value.operator),
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

/** Parsers of untrusted values by kind of input; undefined for unusable ones. */
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
    Array.isArray(value) ? [...new Set(value)].filter((entry) => allowed(item, entry)) : undefined,
  domains: (value) =>
    Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : undefined,
}

/** Default values of the type's inputs, from its own schema. */
function defaultValues(type: ListTypeId): Record<string, unknown> {
  const { searchSchema, searchForm } = LIST_TYPES[type]
  // Sample searches need nothing else, so this returns every default.
  const parsed = searchSchema.safeParse({ source: 'sample' })
  const schemaDefaults = parsed.success && isRecord(parsed.data) ? parsed.data : {}
  const source = searchForm.find((item) => item.kind === 'source')?.options?.[0]?.value
  return { ...schemaDefaults, ...(source ? { source } : {}) }
}

/** Whether results can't be known before the run, because it reads the given websites. */
export const isOpenEnded = ({ type, values }: Pick<SearchDraft, 'type' | 'values'>): boolean =>
  values.source !== 'sample' && LIST_TYPES[type].searchForm.some((item) => item.kind === 'domains')

/** Number of valid websites to read, and the maximum of emails per website. */
export const websiteFigures = (
  { domains, max_emails }: Record<string, unknown>,
  skipped: readonly unknown[],
) => ({
  domains: Array.isArray(domains) ? domains.length - skipped.length : 0,
  maxEmails: typeof max_emails === 'number' ? max_emails : 0,
})

/** An empty form of a type. */
export const emptyDraft = (type: ListTypeId): SearchDraft => ({
  type,
  values: defaultValues(type),
  limit: null,
  onlyNew: false,
  needs: null,
  checkWebsites: false,
  sort: null,
  name: null,
})

/** A form filled from a sentence; everything it doesn't name has its default. */
export function filledDraft({ type, search, limit, only_new: onlyNew }: FilledForm): SearchDraft {
  const empty = emptyDraft(type)
  return { ...empty, values: { ...empty.values, ...search }, limit, onlyNew }
}

/** Whether leads of this type have signals. */
export const hasSignals = (type: ListTypeId): boolean => LIST_TYPES[type].actions.includes('check-websites')

const readLimit = (value: unknown): number | null => {
  const number = readNumber(value)
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= MAX_SEARCH_LIMIT
    ? number
    : null
}

const readId = (value: unknown): number | null => {
  const number = readNumber(value)
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null
}

const readSort = (type: ListTypeId, value: unknown): string | null => {
  const field = typeof value === 'string' ? value.replace(/^-/, '') : null
  const known = LIST_TYPES[type].fields.find(({ name }) => name === field)
  return known?.sortable ? String(value) : null
}

/**
 * Parses the router's search object. `fixed` is the type of the target list; otherwise the URL may name one.
 * Unusable values are dropped.
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
    needs: readId(raw.needs),
    checkWebsites: raw.check_websites === true && hasSignals(type),
    sort: readSort(type, raw.sort),
    name: readText(raw.list_name) ?? null,
  }
}

/** Longest value in a URL, in characters; longer ones are stored in this browser tab. */
const MAX_IN_ADDRESS = 1500
/** Placeholder in the URL for such a value. */
const STORED = 'kept'

/** Values of a draft that are too long for a URL, by name. */
export const longValues = (draft: SearchDraft): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(draft.values).filter(([, value]) => (JSON.stringify(value) ?? '').length > MAX_IN_ADDRESS),
  )

/** Fills in the stored values of a URL. */
export const withStored = (
  raw: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      value === STORED && stored?.[name] ? stored[name] : value,
    ]),
  )

/** Serializes the draft as the router's search object, without defaults. */
function writeDraft(draft: SearchDraft, fixed?: ListTypeId): RawSearch {
  const usual = defaultValues(draft.type)
  const long = longValues(draft)
  const own = Object.entries(draft.values)
    .filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(usual[name]))
    .map(([name, value]) => [name, name in long ? STORED : value])
  return {
    ...(fixed || draft.type === LIST_TYPE_IDS[0] ? {} : { type: draft.type }),
    ...Object.fromEntries(own),
    ...(draft.limit === null ? {} : { limit: draft.limit }),
    ...(draft.onlyNew ? { only_new: true } : {}),
    ...(draft.needs === null ? {} : { needs: draft.needs }),
    ...(draft.checkWebsites ? { check_websites: true } : {}),
    ...(draft.sort === null ? {} : { sort: draft.sort }),
    ...(draft.name === null ? {} : { list_name: draft.name }),
  }
}

const searches = new Map<ListTypeId | undefined, PageSearch<SearchDraft>>()

/**
 * The form's parameters, memoized by type. Its fields are those of the URL's list type, so they are parsed by
 * its declaration.
 */
export function draftSearch(fixed?: ListTypeId): PageSearch<SearchDraft> {
  const search =
    searches.get(fixed) ??
    makeSearch({ read: (raw) => readDraft(raw, fixed), write: (draft) => writeDraft(draft, fixed) })
  searches.set(fixed, search)
  return search
}

/** Sets one input; empty values are removed. */
export function setValue(draft: SearchDraft, name: string, value: unknown): SearchDraft {
  const values = { ...draft.values }
  if (value === undefined || value === null || value === '') delete values[name]
  else values[name] = value
  return { ...draft, values }
}

/** The search as the API takes it, or errors by field. */
export type CheckedSearch =
  | { ok: true; search: Record<string, unknown> }
  | { ok: false; errors: Record<string, string> }

/** Validates the draft with the list type's own schema. */
export function checkDraft(draft: SearchDraft): CheckedSearch {
  const parsed = LIST_TYPES[draft.type].searchSchema.safeParse(draft.values)
  return parsed.success
    ? { ok: true, search: parsed.data as Record<string, unknown> }
    : { ok: false, errors: fieldErrors(parsed.error) }
}

/** Parses "latitude, longitude"; null for anything else. */
export function parsePoint(text: string): PlaceValue | null {
  const match = /^\s*([+-]?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*$/.exec(text)
  if (!match) return null
  const [lat, lon] = [Number(match[1]), Number(match[2])]
  return within(lat, 90) && within(lon, 180) ? { lat, lon, label: `${lat}, ${lon}` } : null
}

/** Text of a place value. */
export const placeText = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (!isRecord(value)) return ''
  return typeof value.label === 'string' ? value.label : `${value.lat}, ${value.lon}`
}
