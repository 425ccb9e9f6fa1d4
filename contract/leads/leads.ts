import * as z from 'zod/mini'
import { Cursor, Day, Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { DEFAULT_FILTERS, MAX_PAGE_SIZE, SEARCH_MODES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { Condition, FilterGroup } from './conditions.ts'
import { HISTORY_EVENT_NAMES } from './history.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'
import { ReasonShape } from './reasons.ts'
import { SIGNAL_IDS } from './signals.ts'
import { StatsMonth } from './stats-history.ts'

export { Condition, FilterGroup } from './conditions.ts'

/** The list filters of spec sections 3 and 9. `custom_search`: all must match; `filter` adds nested groups. */
export const LeadFilters = z.strictObject({
  custom_search: z._default(z.array(Condition).check(z.maxLength(100)), []),
  filter: z.optional(z.nullable(FilterGroup)),
  startDate: z.optional(z.nullable(Day)),
  endDate: z.optional(z.nullable(Day)),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE)), DEFAULT_FILTERS.limit),
  page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), DEFAULT_FILTERS.page),
  search: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  search_type: z._default(z.enum(SEARCH_MODES), DEFAULT_FILTERS.search_type),
  sent: z._default(z.literal([0, 1, 2]), DEFAULT_FILTERS.sent),
  withEmail: z._default(z.literal([-1, 0, 1, 2]), DEFAULT_FILTERS.withEmail),
  sort: z
    .optional(z.nullable(z.string().check(z.maxLength(60))))
    .check(
      z.describe(
        'A sortable field, `-` in front for descending. `-why` begins with the leads to which most reasons of the services apply, `-why:12` with those of one service',
      ),
    ),
  view: z._default(z.enum(['active', 'bin']), 'active'),
})
export type LeadFilters = z.output<typeof LeadFilters>

/** The filters of a page of leads. */
export const LeadQuery = z.extend(LeadFilters, { cursor: Cursor })

/** Origin of a value. */
export const Provenance = z.object({
  source: z.string(),
  url: z.nullable(z.string()),
  method: z.string(),
  confidence: z.number(),
  observed_at: z.nullable(Timestamp),
  licence: z.nullable(z.string()),
  text: z.optional(z.string()).check(z.describe('Words, code or header that show the value, for signals')),
  record: z.nullable(z.string()).check(z.describe('The source’s id of the record')),
  expires_at: z
    .optional(Timestamp)
    .check(z.describe('When the value is deleted, if its source limits retention')),
})

/** What shows a value: the address of a page, and words, code or a header on it. */
const Evidence = z.object({ url: z.nullable(z.string()), text: z.string() })

/** Why a lead may need a service. */
export const Why = z
  .object({
    count: z.int().check(z.describe('How many reasons apply')),
    reasons: z
      .array(
        z.object({
          ...ReasonShape,
          reason: z.string(),
          evidence: Evidence,
        }),
      )
      .check(z.describe('The strongest of them, three at most')),
  })
  .check(z.describe('Only in a list, when `service` asks for it'))
export type Why = z.output<typeof Why>

/** A lead in a list. `values` has every declared field of the list type with a value. */
export const Lead = z.object({
  id: Id,
  list_id: Id,
  type: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  labels: z.record(z.string(), z.string()).check(z.describe('Labels of coded values: category, country')),
  email_state: z.nullable(z.string()),
  is_sample: z.boolean(),
  sent_at: z.nullable(Timestamp),
  added_at: Timestamp,
  deleted_at: z.nullable(Timestamp),
  why: z.optional(Why),
})
export type Lead = z.output<typeof Lead>

/** A lead with the origin of each value and its history. */
export const LeadDetail = z.object({
  ...Lead.shape,
  provenance: z.record(z.string(), Provenance),
  stats_history: z
    .optional(z.array(StatsMonth))
    .check(z.describe('Influencers with known history: their audience by month, oldest first')),
  history: z.array(
    z.object({
      event: z.enum(HISTORY_EVENT_NAMES),
      detail: z
        .record(z.string(), z.unknown())
        .check(z.describe('Facts of the event; each kind has its own')),
      user: z.nullable(z.string()).check(z.describe('Who did it or started its run, by email')),
      user_name: z.nullable(z.string()),
      run_id: z.nullable(Id),
      credits: z.int().check(z.describe('Cost for this lead, before refunds')),
      created_at: Timestamp,
    }),
  ),
  run_id: z.nullable(Id),
})
export type LeadDetail = z.output<typeof LeadDetail>

const typed = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const leads = api.post('/api/{type}-results/{id}', {
  name: 'leads.index',
  scope: 'read',
  reads: ['list:{id}'],
  changesNothing: true,
  summary: 'Leads of a list, filtered and paged',
  params: typed,
  query: z.strictObject({
    service: z
      .optional(z.union([z.literal('all'), IdParam]))
      .check(z.describe('Adds `why`: the reasons of one service of the account, or of all')),
  }),
  body: z._default(LeadQuery, LeadQuery.parse({})),
  reply: page(Lead),
  cli: {
    name: 'leads list',
    summary: 'Leads of a list',
    options: {
      search: { value: 'TEXT', help: 'Only leads with this text' },
      filter: { value: 'JSON', help: 'Only leads that match this filter of the API' },
      sort: { value: 'FIELD', help: 'Order by this field; `-` in front for descending' },
      trash: { field: 'view', is: 'bin', help: 'Deleted leads instead' },
    },
    columns: {
      '>ID': 'id',
      STATUS: 'values.lead_status',
      EMAIL: 'values.email',
      STATE: 'email_state',
      PHONE: 'values.phone',
      CITY: 'values.city',
      NAME: 'values.name',
    },
    empty: 'No leads',
    examples: ['leadwright leads list 12 --search taproom', 'leadwright leads list 12 --sort=-name --json'],
  },
})

/** Leads to count. */
const CountedLeads = z.extend(LeadFilters, {
  field: z
    .optional(z.string().check(z.maxLength(60)))
    .check(z.describe('Counts only this field: a facet, or another one with fixed values such as a signal')),
})

export const leadFacets = api.post('/api/{type}-results/{id}/facets', {
  name: 'leads.facets',
  scope: 'read',
  // Not `list:{id}`: a running search does not count again for every batch that arrives.
  reads: ['counts:{id}'],
  changesNothing: true,
  summary: 'Counts per value of the facet fields for the same filters',
  description:
    'Each field is counted without its own `like` and `not like` conditions, so that other values can still be chosen. Signals are counted one at a time, with `field`: all of them together would slow every list down.',
  params: typed,
  body: z._default(CountedLeads, CountedLeads.parse({})),
  reply: z.object({
    data: z.record(
      z.string(),
      z.array(z.object({ value: z.nullable(z.string()), label: z.string(), count: z.int() })),
    ),
  }),
})

/** Maximum leads on a map. */
export const MAX_POINTS = 50_000

export const leadPoints = api.post('/api/{type}-results/{id}/points', {
  name: 'leads.points',
  scope: 'read',
  // As with the counts: a running search does not draw the map again for every batch.
  reads: ['counts:{id}'],
  changesNothing: true,
  summary: 'Coordinates of the matching leads, as columns for a map',
  description:
    `All matches, not only one page: at most ${MAX_POINTS} in the order in which they arrived. Page, page size and ` +
    'order have no effect.',
  params: typed,
  body: z._default(LeadFilters, LeadFilters.parse({})),
  reply: z.object({
    data: z.object({
      ids: z.array(z.int()),
      lats: z.array(z.number()).check(z.describe('Degrees, to about a meter; one for each id')),
      lons: z.array(z.number()),
      total: z.int().check(z.describe('Leads that match')),
      without_coordinates: z.int().check(z.describe('Of those, leads without coordinates')),
      truncated: z.boolean().check(z.describe('More leads have coordinates than are returned')),
    }),
  }),
})

export const showLead = api.get('/api/{type}-results/{id}/{resultId}', {
  name: 'leads.show',
  reads: ['list:{id}'],
  summary: 'One lead with the origin of every value and its history',
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam, resultId: IdParam }),
  reply: z.object({ data: LeadDetail }),
})

/** A signal of a lead with what shows it. */
const LeadSignal = z.object({
  id: z.enum(SIGNAL_IDS),
  value: z
    .union([z.string(), z.number()])
    .check(z.describe('`yes` or `no`; a year; names between semicolons')),
  evidence: Evidence,
  checked_at: z.nullable(Timestamp),
})

export const leadSignals = api.get('/api/{type}-results/{id}/signals', {
  name: 'leads.signals',
  scope: 'read',
  reads: ['list:{id}'],
  summary: 'Signals of the leads of a list: what their websites lack and show, with evidence',
  description: 'Leads without any signal are left out: what was not looked at is unknown.',
  params: typed,
  query: z.strictObject(pageQuery),
  reply: page(z.object({ lead_id: Id, name: z.nullable(z.string()), signals: z.array(LeadSignal) })),
})

/** Leads of a bulk action: these ids, or the first N that match the filters. */
export const LeadSelection = z.union([
  z.strictObject({ resultIds: z.array(Id).check(z.minLength(1), z.maxLength(10_000)) }),
  z.strictObject({ filters: LeadFilters, first: z.optional(z.int().check(z.minimum(1))) }),
])

const BulkReply = z.object({
  success: z.literal(true),
  count: z.int(),
  undo_token: z.optional(Id),
  message: z.optional(z.string()),
})

export const deleteLeads = api.post('/api/{type}-results/{id}/delete', {
  name: 'leads.delete',
  changes: ['lists', 'list:{id}', 'counts:{id}'],
  audit: 'leads.deleted',
  summary: 'Move leads to the trash of their list, where they stay for 30 days',
  idempotent: true,
  params: typed,
  body: LeadSelection,
  reply: BulkReply,
})

export const restoreLeads = api.post('/api/{type}-results/{id}/restore', {
  name: 'leads.restore',
  changes: ['lists', 'list:{id}', 'counts:{id}'],
  audit: 'leads.restored',
  summary: 'Restore leads: selected ones, or one deletion by its undo token',
  idempotent: true,
  params: typed,
  body: z.union([
    z.strictObject({ resultIds: z.array(Id).check(z.minLength(1), z.maxLength(10_000)) }),
    z.strictObject({ undo_token: Id }),
  ]),
  reply: BulkReply,
})
