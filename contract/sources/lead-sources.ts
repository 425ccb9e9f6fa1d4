import * as z from 'zod/mini'
import { Timestamp } from '../core/common.ts'
import { type ChargeKind, CREDIT_COSTS } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'

const ChargeKindName = z.enum(Object.keys(CREDIT_COSTS) as [ChargeKind, ...ChargeKind[]])

/** Why a source is paused. */
export const PARK_REASONS = ['failures', 'unauthorized', 'quota', 'admin'] as const
export type ParkReason = (typeof PARK_REASONS)[number]

/** Owner of the key that a source is used with. */
export const KEY_LEVELS = ['account', 'reseller', 'platform', 'none'] as const
export type KeyLevel = (typeof KEY_LEVELS)[number]

/** Whether a source can be used right now. */
export const SOURCE_STATES = ['ready', 'needs_key', 'parked', 'off'] as const
export type SourceState = (typeof SOURCE_STATES)[number]

/** Consecutive failures after which a source is paused. */
export const FAILURES_TO_PARK = 5

const DailyLimit = z.nullable(z.int().check(z.minimum(1), z.maximum(10_000_000)))

/** A key of the account. The key itself is never shown. */
const OwnKey = z.object({
  hint: z.nullable(z.string()).check(z.describe('The last four characters; null for a short key')),
  since: Timestamp,
  tested_at: z
    .nullable(Timestamp)
    .check(z.describe('When it was last tested with the vendor; null if it was saved without a test')),
  problem: z.nullable(z.string()).check(z.describe('Error of the last test; null if the vendor accepted it')),
  plan: z.nullable(z.string()).check(z.describe('The vendor’s plan, by name')),
  left: z.nullable(z.int()).check(z.describe('Remaining uses at the last test')),
  daily_limit: DailyLimit.check(
    z.describe('The account’s own limit of requests per day (UTC); null: no limit'),
  ),
  used_today: z.int(),
})

/** A lead source as an account sees it. */
export const LeadSourceEntry = z.object({
  id: z.string(),
  label: z.string(),
  answers: z.array(
    z.object({
      list_type: z.string(),
      label: z.string(),
      fields: z.array(z.object({ name: z.string(), label: z.string() })),
    }),
  ),
  enriches: z.array(z.string()).check(z.describe('Kinds of values it finds for existing leads')),
  verifies: z.boolean().check(z.describe('Whether it verifies addresses')),
  is_sample: z.boolean(),
  needs_key: z.boolean().check(z.describe('Whether it needs a key to return anything')),
  form: z
    .array(
      z.object({
        name: z.string(),
        label: z.string(),
        kind: z.enum(['secret', 'text']),
        help: z.nullable(z.string()),
        optional: z.boolean(),
      }),
    )
    .check(z.describe('Fields of a key; empty for a source without keys')),
  prices: z
    .array(z.object({ charge_kind: ChargeKindName, credits: z.int() }))
    .check(z.describe('Credits per delivered value or lead, with the effective key')),
  free_with_own_key: z.boolean().check(z.describe('Whether it costs no credits with the account’s own key')),
  vendor_price: z.nullable(z.string()).check(z.describe('What the vendor charges the owner of the key')),
  per_minute: z.nullable(z.int()),
  terms: z.object({ text: z.string(), url: z.nullable(z.string()) }),
  retention_days: z
    .nullable(z.int())
    .check(z.describe('Number of days its values may be kept; null: no limit')),
  key_level: z.enum(KEY_LEVELS).check(z.describe('Owner of the effective key')),
  own_key: z.nullable(OwnKey),
  state: z.enum(SOURCE_STATES),
  parked_until: z.nullable(Timestamp).check(z.describe('Null while paused until someone changes something')),
  reason: z.nullable(z.string()).check(z.describe('Why it isn’t available, in one sentence')),
})
export type LeadSourceEntry = z.output<typeof LeadSourceEntry>

const SourceParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(60)) })

const api = defineArea({ tag: 'Sources', access: { can: 'manage_sources' }, scope: 'write' })

export const leadSources = api.get('/api/sources', {
  name: 'leadSources.index',
  access: { can: 'see_work' },
  reads: ['sources'],
  summary: 'Every lead source: what it adds, what it costs, whose key is used and its state',
  reply: z.object({ data: z.array(LeadSourceEntry) }),
})

export const saveSourceKey = api.put('/api/sources/{id}/credential', {
  name: 'leadSources.saveKey',
  changes: ['sources'],
  audit: 'source_key.saved',
  summary: 'Store the account’s key for a source; replaces the previous one',
  description:
    'The key is tested with the vendor first. A rejected key is not stored and the previous one stays. When the vendor cannot be reached, `details.can_save_untested` says so: call again with `save_untested`. Accounts below use it unless they have one of their own; the key of an administrator serves the whole installation.',
  params: SourceParams,
  body: z.strictObject({
    values: z
      .record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(4000)))
      .check(z.describe('By name of the field in `form`')),
    daily_limit: z.optional(DailyLimit),
    save_untested: z._default(z.boolean(), false),
  }),
  reply: z.object({ data: LeadSourceEntry, message: z.string() }),
  errors: ['validation_failed', 'source_failed', 'rate_limited'],
})

export const limitSourceKey = api.put('/api/sources/{id}/credential/limit', {
  name: 'leadSources.limitKey',
  changes: ['sources'],
  audit: 'source_key.limited',
  summary: 'Set the daily request limit of the account’s key',
  params: SourceParams,
  body: z.strictObject({ daily_limit: DailyLimit }),
  reply: z.object({ data: LeadSourceEntry, message: z.string() }),
})

export const testSourceKey = api.post('/api/sources/{id}/test', {
  name: 'leadSources.testKey',
  changes: ['sources'],
  idempotent: true,
  audit: 'source_key.tested',
  summary: 'Test the account’s key with the vendor',
  description: 'Free. A rejected key stays stored; the response says what is wrong.',
  params: SourceParams,
  reply: z.object({ data: LeadSourceEntry, message: z.string() }),
  errors: ['source_failed', 'rate_limited'],
})

export const deleteSourceKey = api.delete('/api/sources/{id}/credential', {
  name: 'leadSources.deleteKey',
  changes: ['sources'],
  audit: 'source_key.deleted',
  summary: 'Delete the account’s key for a source permanently',
  params: SourceParams,
  reply: z.object({ data: LeadSourceEntry, message: z.string() }),
  cli: {
    name: 'sources disconnect',
    summary: 'Delete your key for a lead source permanently',
    json: ['data'],
  },
})
