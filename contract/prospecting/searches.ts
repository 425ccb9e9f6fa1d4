import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, Timestamp, text } from '../core/common.ts'
import { MAX_SEARCH_LIMIT } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'
import { priceFields } from '../leads/paid-request.ts'
import { SearchInput } from '../leads/search-input.ts'

/** Maximum leads; absent means every match, up to 100,000. */
export const SearchLimit = z.optional(z.int().check(z.minimum(1), z.maximum(MAX_SEARCH_LIMIT)))
/** Leaves out leads that are in one of the account's lists, were exported, or were sent to a CRM. */
export const OnlyNew = z._default(z.boolean(), false)

/** The point that a search's `near` resolved to. */
const ResolvedPoint = z.nullable(z.object({ lat: z.number(), lon: z.number(), label: z.string() }))

/** Filters of the search that its source does not support; they have no effect. */
const NotApplied = z.array(z.string()).check(z.describe('Filters that the source does not support'))

/** Sources of the search that do not support it. */
const LeftOut = z
  .array(z.object({ source: z.string(), reason: z.string() }))
  .check(z.describe('Sources of a search over all sources that are not queried, with the reason'))

/** Values that are deleted after a retention period. */
const Retention = z
  .array(z.object({ source: z.string(), days: z.int() }))
  .check(
    z.describe(
      'Sources whose values are deleted after this many days, in lists and history, unless another source confirms them',
    ),
  )

/** Invalid entries of the search, which are skipped. */
const Skipped = z
  .array(z.object({ entry: z.string(), reason: z.string() }))
  .check(z.describe('Skipped entries as written, with the reason'))

/** How the category of a search was understood. */
const ResolvedCategory = z.nullable(
  z.object({
    labels: z.array(z.string()).check(z.describe('Matched categories, at most three')),
    as_keywords: z
      .boolean()
      .check(z.describe('No category has this name: its words are searched in names and addresses')),
  }),
)

/** How the position of a search was understood. */
const ResolvedTitle = z.nullable(
  z.object({
    also: z.array(z.string()).check(z.describe('Synonyms of the position, at most five')),
    words: z.array(z.string()).check(z.describe('Words without synonyms: each must match exactly')),
  }),
)

/** How the place of a search was understood. */
const ResolvedArea = z.nullable(
  z.object({
    labels: z.array(z.string()).check(z.describe('Matched cities, regions and countries')),
    as_keywords: z.boolean().check(z.describe('No place has this name: its words are searched in locations')),
  }),
)

/** Rows without coordinates, which a radius cannot include. */
const WithoutCoordinates = z
  .int()
  .check(z.describe('Matching rows in the region of `near` without coordinates'))

/** How certain a source is of its matches before they are searched. */
export const COUNT_CERTAINTIES = ['counted', 'estimate', 'unknown'] as const
export type CountCertainty = (typeof COUNT_CERTAINTIES)[number]

export const SearchCount = z.object({
  matched: z.int(),
  certainty: z
    .enum(COUNT_CERTAINTIES)
    .check(
      z.describe(
        'counted; estimate: a vendor’s count, which may be too high; unknown: the vendor only counts for money, and `matched` is the maximum of the search',
      ),
    ),
  without_coordinates: WithoutCoordinates,
  without_coordinates_in: z.nullable(z.string()).check(z.describe('Region or country of the count')),
  no_data: z.boolean().check(z.describe('The source has no data yet: an administrator has to import some')),
  category: ResolvedCategory,
  title: ResolvedTitle,
  area: ResolvedArea,
  data_as_of: z.nullable(Timestamp),
  data_sources: z
    .array(z.object({ source: z.string(), licence: z.string(), data_as_of: z.nullable(Timestamp) }))
    .check(z.describe('Data sets of the matches, each with its date; empty for other sources')),
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
  body: z.strictObject({ type: z.enum(LIST_TYPE_NAMES), search: SearchInput }),
  reply: z.object({ data: SearchCount }),
})

/** Maximum matches in a preview. */
export const PREVIEW_ROWS = 10

const Masked = (subject: string) =>
  z.nullable(z.string()).check(z.describe(`${subject}, masked; null without one`))

const RoughDegrees = z.nullable(z.number()).check(z.describe('Rounded to about a kilometre'))

/** A match in the free preview: contacts are masked on the server. */
export const PreviewRow = z.object({
  name: z.nullable(z.string()),
  about: z.nullable(z.string()).check(z.describe('Category; of a person, position and company')),
  place: z.nullable(z.string()),
  lat: RoughDegrees,
  lon: RoughDegrees,
  has_website: z.boolean(),
  email: Masked('Email'),
  phone: Masked('Phone'),
  is_saved: z.boolean().check(z.describe('Already in one of the account’s lists')),
})

export const SearchPreview = z.object({
  is_available: z.boolean().check(z.describe('False for a source that has to read websites first')),
  rows: z.array(PreviewRow).check(z.maxLength(PREVIEW_ROWS)),
})

export const previewSearch = api.post('/api/searches/preview', {
  name: 'searches.preview',
  acting: 'write',
  scope: 'read',
  reads: ['corpus'],
  changesNothing: true,
  summary: 'Preview the first matches with masked contacts, for free',
  body: z.strictObject({ type: z.enum(LIST_TYPE_NAMES), search: SearchInput }),
  reply: z.object({ data: SearchPreview }),
})

const Span = z.object({ min: z.int(), expected: z.int(), max: z.int() })

/**
 * Expected result and cost of a search. Valid for 15 minutes; a run reserves `credits.expected`, takes more as it
 * goes and never spends more than `credits.max`.
 */
export const Quote = z.object({
  id: Id,
  matched: z.int(),
  near: ResolvedPoint,
  already_saved: z
    .nullable(z.int())
    .check(
      z.describe(
        'Matches already in one of the account’s lists; null if matches cannot be counted, or are too many to compare',
      ),
    ),
  already_in_lists: z
    .int()
    .check(z.describe('Of those to deliver: already in a list (in `list_id`, if given)')),
  already_exported: z
    .int()
    .check(
      z.describe(
        'Of those to deliver: in no list now, but exported before, also from deleted lists; `only_new` leaves them out',
      ),
    ),
  already_in_crm: z
    .int()
    .check(
      z.describe('Of the rest: sent to a CRM before, also from deleted lists; `only_new` leaves them out'),
    ),
  already_paid: z.int().check(z.describe('Matches that the account has already paid for: they are free')),
  without_coordinates: WithoutCoordinates,
  not_applied: NotApplied,
  left_out: LeftOut,
  retention: Retention,
  skipped: Skipped,
  leads: Span,
  credits: Span,
  unit_cost: z.int(),
  available: z.int(),
  affordable: z.int().check(z.describe('Leads the wallet can pay for')),
  expires_at: Timestamp,
})

export const createQuote = api.create('/api/quotes', {
  name: 'searches.quote',
  scope: 'read',
  changesNothing: true,
  summary: 'Price of a search before it runs',
  idempotent: true,
  body: z.strictObject({
    type: z.enum(LIST_TYPE_NAMES),
    search: SearchInput,
    limit: SearchLimit,
    only_new: OnlyNew,
    list_id: z.optional(Id).check(z.describe('Target list: its leads are left out')),
  }),
  reply: z.object({ data: Quote }),
})

/** Input of both ways to start a search. */
export const startSearchFields = {
  search: SearchInput,
  limit: SearchLimit,
  only_new: OnlyNew,
  check_websites: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'Checks the websites of what it delivered, as a run of its own when the search ends; list types with signals',
      ),
    ),
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
