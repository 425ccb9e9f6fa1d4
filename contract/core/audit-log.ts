import * as z from 'zod/mini'
import { AUDIT_ACTIONS, type AuditAction } from './audit.ts'
import { Day, dataReply, Id, page, pageQuery, Timestamp, text } from './common.ts'
import { defineArea } from './define-area.ts'
import { Ticket } from './files.ts'

const Person = z.object({ id: Id, name: z.nullable(z.string()), email: z.nullable(z.string()) })

export const AuditEntry = z.object({
  account_id: Id,
  seq: z.int().check(z.describe('Number within the account, from 1')),
  at: Timestamp,
  action: z.string(),
  label: z.string(),
  user: z.nullable(Person).check(z.describe('The acting user; null without a sign-in')),
  actor: z.nullable(Person).check(z.describe('Who was logged in as `user`; null without one')),
  credential: z.enum(['session', 'api_key', 'none']),
  subject: z.nullable(z.string()).check(z.describe('Kind and id, such as `list:42`')),
  subject_name: z.nullable(z.string()).check(z.describe('What the subject is called; null if unknown')),
  detail: z
    .nullable(z.record(z.string(), z.unknown()))
    .check(
      z.describe(
        'Facts, possibly with `before` and `after`; `program` is `command_line` for calls of the command; null once erased',
      ),
    ),
})
export type AuditEntry = z.output<typeof AuditEntry>

const filters = {
  account_id: z.optional(z.coerce.number().check(z.int(), z.positive())),
  search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  action: z.optional(z.enum(Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]])),
  subject: z.optional(text(100)),
  area: z.optional(z.enum(['training'])).check(z.describe('Only actions of this area')),
  from: z.optional(Day),
  to: z.optional(Day),
  acting: z._default(z.stringbool(), false),
}
const api = defineArea({ tag: 'Audit log', access: { can: 'see_audit' }, scope: 'write' })

export const auditLog = api.get('/api/audit', {
  name: 'audit.index',
  summary: 'Audit log of the account, newest first',
  description:
    '`account_id` names an account below the caller’s own or, for staff of the platform, any. `search` matches people by ' +
    'name or email, including those logged in as someone; `acting` lists only their actions. Days ' +
    'are those of the account’s time zone.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  reply: page(AuditEntry),
  errors: ['not_found'],
})

export const exportAuditLog = api.post('/api/audit/export', {
  name: 'audit.export',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the audit log as CSV, with the filters of the list',
  body: z.strictObject({ ...filters, account_id: z.optional(Id), acting: z._default(z.boolean(), false) }),
  reply: dataReply(Ticket),
  errors: ['not_found'],
})

export const auditState = api.get('/api/audit/state', {
  name: 'audit.state',
  summary: 'When the whole audit log was last verified, and the result',
  reply: dataReply(
    z.object({
      verified_at: z.nullable(Timestamp).check(z.describe('Null before the first check')),
      broken: z
        .nullable(z.string())
        .check(z.describe('What is broken, for staff only; others see that it is')),
    }),
  ),
})
