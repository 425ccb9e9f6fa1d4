import * as z from 'zod/mini'
import { Timestamp } from '../core/common.ts'
import { type ChargeKind, CREDIT_COSTS } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { PARK_REASONS } from './lead-sources.ts'

const api = defineArea({ tag: 'Sources', access: { can: 'administer' }, scope: 'admin' })
const staff = { can: 'see_admin' } as const
const CREDITS_MAX = 1000
export const SourcePrices = z.partialRecord(
  z.enum(Object.keys(CREDIT_COSTS) as [ChargeKind, ...ChargeKind[]]),
  z.int().check(z.minimum(0), z.maximum(CREDITS_MAX)),
)
export const DailyLimit = z
  .nullable(z.int().check(z.minimum(1), z.maximum(10_000_000)))
  .check(z.describe('Requests per day (UTC) and key; null: no limit'))

/** How long values of a source are kept. */
const Retention = z.object({
  days: z.int(),
  max: z.int().check(z.describe('The longest retention the source’s terms allow; the default')),
  keeps: z.array(z.string()).check(z.describe('Labels of fields that are kept permanently')),
})

/** A lead source as administrators see it: its settings and its health. */
export const Searcher = z.object({
  id: z.string(),
  label: z.string(),
  list_types: z.array(z.string()),
  is_on: z.boolean(),
  needs_key: z.boolean(),
  keys: z.int().check(z.describe('Keys stored by accounts')),
  has_platform_key: z.boolean(),
  charge_kinds: z
    .array(
      z.object({
        charge_kind: z.string(),
        standard: z.int(),
        credits: z.nullable(z.int()).check(z.describe('The price set here; null: the standard price')),
      }),
    )
    .check(z.describe('Kinds of charge with their prices')),
  daily_limit: DailyLimit,
  vendor_price: z.nullable(z.string()),
  retention: z.nullable(Retention).check(z.describe('Null: its values can be kept permanently')),
  failures: z.int().check(z.describe('Consecutive failures of the source for all accounts')),
  parked_until: z.nullable(Timestamp),
  park_reason: z.nullable(z.enum(PARK_REASONS)),
  is_parked: z.boolean(),
  parked_keys: z.int().check(z.describe('Keys that are paused individually')),
  requests: z.int(),
  hits: z.int(),
  failed: z.int(),
  hit_rate: z.nullable(z.number()),
  vendor_cost: z.number().check(z.describe('In the vendor’s own units')),
  seconds: z.number().check(z.describe('Mean response time')),
  errors: z
    .array(z.object({ at: Timestamp, code: z.string(), detail: z.string() }))
    .check(z.describe('The last ten, newest first')),
})
export type Searcher = z.output<typeof Searcher>

const SourceParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) })
const One = z.object({ data: Searcher, message: z.string() })

export const searchers = api.get('/api/admin/sources', {
  name: 'searchers.index',
  access: staff,
  reads: ['sources'],
  summary: 'Every lead source in order, with its settings and health',
  query: z.strictObject({
    days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(90)), 7),
  }),
  reply: z.object({
    data: z.array(Searcher),
    by_day: z.array(
      z.object({ day: z.string(), source: z.string(), requests: z.int(), hits: z.int(), failed: z.int() }),
    ),
  }),
})

export const changeSearcher = api.put('/api/admin/sources/{id}', {
  name: 'searchers.update',
  changes: ['sources'],
  audit: 'source.changed',
  summary: 'Turn a source on or off, set its prices and limit',
  params: SourceParams,
  body: z.strictObject({
    is_on: z.boolean(),
    prices: SourcePrices.check(
      z.describe('Credits by kind of charge; omitted kinds have the standard price'),
    ),
    daily_limit: DailyLimit,
  }),
  reply: One,
})

export const RetentionDays = z.int().check(z.minimum(1), z.maximum(3650))

export const previewRetention = api.get('/api/admin/sources/{id}/retention', {
  name: 'searchers.previewRetention',
  access: staff,
  reads: ['sources'],
  summary: 'Preview what a retention period of a source would delete',
  params: SourceParams,
  query: z.strictObject({ days: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(3650)) }),
  reply: z.object({
    data: z.object({
      days: z.int(),
      leads: z.int().check(z.describe('Leads that would lose values within the hour')),
      lists: z.int().check(z.describe('Lists with these leads; their saved exports are deleted')),
    }),
  }),
})

export const setRetention = api.put('/api/admin/sources/{id}/retention', {
  name: 'searchers.setRetention',
  changes: ['sources'],
  audit: 'source.changed',
  summary: 'Set the retention period of a source’s values, in days',
  description:
    'At most what the source’s terms allow. Older values are deleted within an hour from lists, the trash, the history and saved exports. A longer period later does not bring them back.',
  params: SourceParams,
  body: z.strictObject({ days: RetentionDays }),
  reply: One,
})

export const orderSearchers = api.put('/api/admin/source-order', {
  name: 'searchers.order',
  changes: ['sources'],
  audit: 'source.ordered',
  summary: 'Set the order of sources',
  body: z.strictObject({
    ids: z
      .array(z.string().check(z.maxLength(60)))
      .check(z.maxLength(200), z.describe('The first source is used first; missing ones come last')),
  }),
  reply: z.object({ success: z.literal(true), message: z.string() }),
})

export const parkSearcher = api.post('/api/admin/sources/{id}/park', {
  name: 'searchers.park',
  changes: ['sources'],
  idempotent: true,
  audit: 'source.parked',
  summary: 'Pause a source for all accounts',
  params: SourceParams,
  body: z.strictObject({
    minutes: z
      .nullable(z.int().check(z.minimum(1), z.maximum(60 * 24 * 30)))
      .check(z.describe('Null: until it is resumed')),
  }),
  reply: One,
})

export const unparkSearcher = api.post('/api/admin/sources/{id}/unpark', {
  name: 'searchers.unpark',
  changes: ['sources'],
  idempotent: true,
  audit: 'source.unparked',
  summary: 'Resume a source and its keys',
  params: SourceParams,
  reply: One,
})
