import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, Timestamp, text } from '../core/common.ts'
import { MAX_SEARCH_LIMIT } from '../core/constants.ts'
import { defineArea } from '../core/endpoint.ts'
import { LIST_TYPE_LABELS } from '../leads/list-types/index.ts'
import { priceFields } from '../leads/paid-request.ts'

/**
 * A search as the wire carries it: the list type's own schema (contract/leads/list-types) decides what stands
 * inside; the server answers wrong fields as `search.FIELD`.
 */
export const SearchInput = z.record(z.string(), z.unknown())

/** At most this many leads; absent means everything that matches, up to 100,000. */
export const SearchLimit = z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SEARCH_LIMIT)))
/**
 * Leads that already are in one of the account's lists, that someone has exported before, or that were sent to a CRM,
 * are left out.
 */
export const OnlyNew = z._default(z.boolean(), false)

/** The spot that a search's `near` came to mean. */
const ResolvedPoint = z.nullable(z.object({ lat: z.number(), lon: z.number(), label: z.string() }))

/** Filters of the search that its source cannot answer: they change nothing. */
const NotApplied = z.array(z.string()).check(z.describe('Filters that the source cannot answer'))

/** Of a search that asks several sources: those that cannot answer it. */
const LeftOut = z
  .array(z.object({ source: z.string(), reason: z.string() }))
  .check(z.describe('Sources that are not asked, of a search with all sources, each with the reason'))

/** Values that are deleted after a while. */
const Retention = z
  .array(z.object({ source: z.string(), days: z.int() }))
  .check(
    z.describe(
      'Sources whose values are deleted after so many days, in lists and history, unless another source confirms them',
    ),
  )

/** Entries of the search that cannot be used; the others are. */
const Skipped = z
  .array(z.object({ entry: z.string(), reason: z.string() }))
  .check(z.describe('Entries that are left out, as they were written, with the reason'))

/** What the words of a search's category came to mean. */
const ResolvedCategory = z.nullable(
  z.object({
    labels: z.array(z.string()).check(z.describe('Categories that are looked for, at most three of them')),
    as_words: z
      .boolean()
      .check(z.describe('No category has this name: its words are looked for in names and addresses')),
  }),
)

/** What the words of a search's position came to mean. */
const ResolvedTitle = z.nullable(
  z.object({
    also: z
      .array(z.string())
      .check(z.describe('Other words for the position that are looked for, at most five')),
    words: z.array(z.string()).check(z.describe('Words without synonyms: each must occur as it is')),
  }),
)

/** What the words of a search's place came to mean. */
const ResolvedArea = z.nullable(
  z.object({
    labels: z.array(z.string()).check(z.describe('Cities, regions and countries that are looked for')),
    as_words: z.boolean().check(z.describe('No place has this name: its words are looked for in locations')),
  }),
)

/** Rows that a radius cannot include. */
const WithoutCoordinates = z
  .int()
  .check(z.describe('Rows of the region of `near` that match but have no coordinates'))

/** How sure a source is of what matches before it is searched. */
export const COUNT_CERTAINTIES = ['counted', 'estimate', 'unknown'] as const
export type CountCertainty = (typeof COUNT_CERTAINTIES)[number]

export const SearchCount = z.object({
  matched: z.int(),
  certainty: z
    .enum(COUNT_CERTAINTIES)
    .check(
      z.describe(
        'counted; estimate: the count of a vendor, of which fewer may come; unknown: the vendor counts for money only, and `matched` is the most that a search may deliver',
      ),
    ),
  without_coordinates: WithoutCoordinates,
  without_coordinates_in: z
    .nullable(z.string())
    .check(z.describe('Region or country in which they were counted')),
  no_data: z
    .boolean()
    .check(z.describe('The source holds nothing yet: an administrator has to import data first')),
  category: ResolvedCategory,
  title: ResolvedTitle,
  area: ResolvedArea,
  data_as_of: z.nullable(Timestamp),
  data_sources: z
    .array(z.object({ source: z.string(), licence: z.string(), data_as_of: z.nullable(Timestamp) }))
    .check(z.describe('The data sets in which the matches are, each with its date; empty for other sources')),
  near: ResolvedPoint,
  not_applied: NotApplied,
  left_out: LeftOut,
  retention: Retention,
  skipped: Skipped,
})

const api = defineArea({ tag: 'Search', access: { module: 'leads' }, scope: 'write' })

export const countSearch = api.post('/api/searches/count', {
  name: 'searches.count',
  acting: 'write',
  scope: 'read',
  reads: ['corpus'],
  changesNothing: true,
  summary: 'Count matches for free',
  body: z.strictObject({ type: z.enum(LIST_TYPE_LABELS), search: SearchInput }),
  reply: z.object({ data: SearchCount }),
})

/** Matches that a preview shows at most. */
export const PREVIEW_ROWS = 10

const Masked = (what: string) => z.nullable(z.string()).check(z.describe(`${what}, masked; null without one`))

const RoughDegrees = z.nullable(z.number()).check(z.describe('Rounded to about a kilometre'))

/** A match as it is shown before anything is paid: contacts are masked here, their values do not leave the server. */
export const PreviewRow = z.object({
  name: z.nullable(z.string()),
  about: z.nullable(z.string()).check(z.describe('Category; of a person, position and company')),
  place: z.nullable(z.string()),
  lat: RoughDegrees,
  lon: RoughDegrees,
  has_website: z.boolean(),
  email: Masked('Email'),
  phone: Masked('Phone'),
  is_saved: z.boolean().check(z.describe("Stands in one of the account's lists")),
})

export const SearchPreview = z.object({
  is_available: z
    .boolean()
    .check(z.describe('False for a source that has to read websites before it knows what they hold')),
  rows: z.array(PreviewRow).check(z.maxLength(PREVIEW_ROWS)),
})

export const previewSearch = api.post('/api/searches/preview', {
  name: 'searches.preview',
  acting: 'write',
  scope: 'read',
  reads: ['corpus'],
  changesNothing: true,
  summary: 'Preview the first matches with masked contacts, for free',
  body: z.strictObject({ type: z.enum(LIST_TYPE_LABELS), search: SearchInput }),
  reply: z.object({ data: SearchPreview }),
})

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

/**
 * What a search would bring and cost. Valid for 15 minutes; a run reserves `credits.expected`, takes more on its way and
 * never spends more than `credits.max`.
 */
export const Quote = z.object({
  id: Id,
  matched: z.int(),
  near: ResolvedPoint,
  already_saved: z
    .nullable(z.int())
    .check(
      z.describe(
        "Matches that stand in one of the account's lists; null where matches cannot be counted, or are too many to compare",
      ),
    ),
  already_in_lists: z
    .int()
    .check(
      z.describe('Of those that would be delivered: in a list already (in `list_id`, when one is named)'),
    ),
  already_exported: z
    .int()
    .check(
      z.describe(
        'Of those that would be delivered: in no list now, and exported before, also from lists that are deleted; `only_new` leaves them out',
      ),
    ),
  already_in_crm: z
    .int()
    .check(
      z.describe(
        'Of the rest: sent to a CRM before, also from lists that are deleted; `only_new` leaves them out',
      ),
    ),
  already_paid: z
    .int()
    .check(z.describe('Entities of this search that the account has paid for before: they arrive at cost 0')),
  without_coordinates: WithoutCoordinates,
  not_applied: NotApplied,
  left_out: LeftOut,
  retention: Retention,
  skipped: Skipped,
  leads: Span,
  credits: Span,
  unit_cost: z.int(),
  available: z.int(),
  affordable: z.int().check(z.describe('Leads the wallet can pay for now')),
  expires_at: Timestamp,
})

export const createQuote = api.post('/api/quotes', {
  name: 'searches.quote',
  scope: 'read',
  changesNothing: true,
  summary: 'Price of a search before it runs',
  idempotent: true,
  body: z.strictObject({
    type: z.enum(LIST_TYPE_LABELS),
    search: SearchInput,
    limit: SearchLimit,
    only_new: OnlyNew,
    list_id: z
      .optional(Id)
      .check(z.describe('The list that the leads will go to: what stands in it is left out')),
  }),
  reply: z.object({ data: Quote }),
  status: 201,
})

/** What both ways of starting a search take. */
export const startSearchFields = {
  search: SearchInput,
  limit: SearchLimit,
  only_new: OnlyNew,
  ...priceFields,
}

export const StartedSearch = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  near: ResolvedPoint,
  skipped: Skipped,
  run: Run,
})
export const MAX_LIST_NAME = 200
export const ListName = text(MAX_LIST_NAME)
