import * as z from 'zod/mini'
import { Run } from '../activity/runs.ts'
import { Id, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

export const BOUNCE_KINDS = ['hard', 'soft'] as const

export const Bounce = z.object({
  id: Id,
  email: z.string(),
  kind: z.enum(BOUNCE_KINDS),
  reason: z.nullable(z.string()),
  bounced_at: Timestamp,
  state_before: z.nullable(z.string()).check(z.describe('State of the address when it bounced')),
  refunded: z.int().check(z.describe('Credits refunded')),
  source: z.nullable(z.string()).check(z.describe('Where the address came from')),
  created_at: Timestamp,
})
export type Bounce = z.output<typeof Bounce>

export const BounceImport = z.object({
  received: z.int(),
  hard: z.int(),
  soft: z.int(),
  repeated: z.int().check(z.describe('Already known bounces')),
  leads: z.int().check(z.describe('Leads whose address was marked as invalid')),
  refunded: z.int().check(z.describe('Credits refunded')),
})
export type BounceImport = z.output<typeof BounceImport>

const item = z.strictObject({
  email: z.string().check(z.trim(), z.minLength(3), z.maxLength(320)),
  kind: z.optional(z.enum(BOUNCE_KINDS)).check(z.describe('Without it, the status in the reason; else hard')),
  bounced_at: z.optional(z.iso.datetime({ offset: true })),
  reason: z.optional(z.string().check(z.maxLength(1000))),
})

const api = defineArea({ tag: 'Bounces', access: { module: 'leads', can: 'see_all_lists' }, scope: 'write' })

export const reportBounces = api.post('/api/bounces', {
  name: 'bounces.create',
  changes: ['bounces', 'source_stats', 'wallet', 'lists', 'list:*', 'email_verifications'],
  audit: 'bounces.reported',
  summary: 'Report bounced emails',
  description:
    'A hard bounce marks the address as invalid in every list. If it had been valid at most 30 days before, its cost is refunded at once.',
  idempotent: true,
  body: z.strictObject({ bounces: z.array(item).check(z.minLength(1), z.maxLength(1000)) }),
  reply: z.object({ data: BounceImport, message: z.optional(z.string()) }),
})

export const importBounces = api.create('/api/bounces/import', {
  name: 'bounces.import',
  changes: ['runs'],
  audit: 'run.started',
  summary: 'Import the bounce report of an email tool (CSV)',
  description:
    'Columns are matched by name: email, and optionally kind or type (hard, soft), reason, status and date. The mail server’s status decides (4.x.x, 5.2.2 and 5.7.x are soft), else the kind; rows with neither count as hard.',
  idempotent: true,
  body: z.strictObject({
    upload_id: z.string(),
    columns: z.optional(
      z.strictObject({
        email: z.optional(text(200)),
        kind: z.optional(text(200)),
        reason: z.optional(text(200)),
        bounced_at: z.optional(text(200)),
      }),
    ),
  }),
  reply: z.object({ data: Run, message: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const bounces = api.get('/api/bounces', {
  name: 'bounces.index',
  reads: ['bounces'],
  summary: 'Bounces of the account, newest first',
  query: z.strictObject({ ...pageQuery, search: z.optional(z.string().check(z.trim(), z.maxLength(200))) }),
  reply: page(Bounce),
})
