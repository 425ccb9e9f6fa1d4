import * as z from 'zod/mini'
import { dataReply, Id, IdParam, optionalText, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'
import { MESSAGES } from '../core/messages.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'

export const SUPPRESSION_KINDS = ['email', 'domain', 'phone', 'profile'] as const
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number]

/** Maximum values per call; longer files are split. */
export const MAX_SUPPRESSION_VALUES = 5000
/** Maximum values listed individually in a preview. */
export const PREVIEWED_VALUES = 100

export const Suppression = z.object({
  id: Id,
  kind: z.enum(SUPPRESSION_KINDS),
  value: z.nullable(z.string()).check(z.describe('Null for an erased person: only a hash is kept')),
  note: z.nullable(z.string()),
  added_by: z.nullable(z.string()),
  created_at: Timestamp,
  is_inherited: z.boolean().check(z.describe('Entry of a parent account, which can only be removed there')),
})
export type Suppression = z.output<typeof Suppression>

const values = z
  .array(z.string().check(z.maxLength(2000)))
  .check(z.minLength(1), z.maxLength(MAX_SUPPRESSION_VALUES))

/** What concerns leads of all lists of the account. */
const ALL_LISTS = { module: 'leads', can: 'see_all_lists' } as const

const api = defineArea({ tag: 'Privacy', access: { module: 'leads' }, scope: 'write' })

export const suppressions = api.get('/api/suppression', {
  name: 'suppression.index',
  access: ALL_LISTS,
  reads: ['suppression'],
  summary: 'The suppression list: what is never stored, shown or exported',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(320))),
    kind: z.optional(z.enum(SUPPRESSION_KINDS)),
  }),
  reply: page(Suppression),
  cli: {
    name: 'suppress list',
    summary: 'The suppression list, newest first',
    columns: { '>ID': 'id', KIND: 'kind', ADDED: 'created_at|day', VALUE: "value ?? '(erased person)'" },
  },
})

const Where = z.object({
  value: z.string(),
  kind: z.enum(SUPPRESSION_KINDS),
  is_listed: z.boolean().check(z.describe('Already on the list')),
  lists: z.int(),
  leads: z.int(),
})

export const SuppressionPreview = z.object({
  values: z.array(Where).check(z.describe(`The first ${PREVIEWED_VALUES}, each with its current places`)),
  recognised: z.int(),
  unreadable: z.array(z.string()).check(z.describe('Invalid values, at most 100')),
  unreadable_count: z.int(),
  lists: z.int(),
  leads: z.int(),
  export_files: z.int().check(z.describe('Lists whose saved export files contain them and are removed')),
})
export type SuppressionPreview = z.output<typeof SuppressionPreview>

export const previewSuppression = api.post('/api/suppression/preview', {
  name: 'suppression.preview',
  access: ALL_LISTS,
  scope: 'read',
  changesNothing: true,
  summary: 'Preview where values are used before they are suppressed',
  body: z.strictObject({ values }),
  reply: z.object({ data: SuppressionPreview }),
})

export const SuppressionAdded = z.object({
  added: z.int(),
  already_listed: z.int(),
  unreadable: z.array(z.string()),
  unreadable_count: z.int(),
  leads: z.int().check(z.describe('Leads hidden')),
  lists: z.int(),
  export_files: z.int().check(z.describe('Saved export files removed')),
})
export type SuppressionAdded = z.output<typeof SuppressionAdded>

export const addSuppressions = api.post('/api/suppression', {
  name: 'suppression.create',
  changes: ['suppression', 'lists', 'list:*', 'counts:*', 'email_verifications'],
  idempotent: true,
  audit: 'suppression.added',
  summary: 'Suppress email addresses, domains, phones and profiles',
  description:
    'The kind is detected from the format of each value. Matching leads are hidden at once, in this account and those below it, and are never added again. Existing entries are unchanged.',
  body: z.strictObject({ values, note: optionalText(500) }),
  reply: z.object({ data: SuppressionAdded, message: z.optional(z.string()) }),
})

export const removeSuppression = api.delete('/api/suppression/{id}', {
  name: 'suppression.delete',
  access: ALL_LISTS,
  changes: ['suppression', 'lists', 'list:*', 'counts:*'],
  audit: 'suppression.removed',
  summary: 'Remove an entry; leads hidden by it alone for at most 30 days are restored',
  reply: z.object({ data: z.object({ leads: z.int() }), message: z.optional(z.string()) }),
})

/** Records per place, e.g. `{"leads": 3, "email_verifications": 1}`; places without any are absent. */
const Removed = z.record(z.string(), z.int())

const identifier = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))
const Person = z
  .strictObject({
    email: z.optional(identifier),
    phone: z.optional(identifier),
    profile: z.optional(identifier),
  })
  .check(
    z.refine(({ email, phone, profile }) => [email, phone, profile].filter(Boolean).length === 1, {
      error: MESSAGES.required,
      path: ['email'],
    }),
  )

export const previewErasure = api.post('/api/erasures/preview', {
  name: 'erasures.preview',
  access: { can: 'erase_people' },
  scope: 'read',
  changesNothing: true,
  summary: 'Preview what an erasure would remove from lists and verifications, by place',
  description:
    'Uses indexes only: leads, verifications, found addresses, bounces and emails. The erasure itself searches everything.',
  body: Person,
  reply: z.object({ data: z.object({ removed: Removed }) }),
})

export const Erasure = z.object({
  id: Id,
  kind: z.enum(['email', 'phone', 'profile']),
  run_id: z.nullable(Id).check(z.describe('The run of the erasure; null for old erasures without one')),
  state: z
    .enum(['running', 'succeeded', 'cancelled', 'failed'])
    .check(
      z.describe('The person is suppressed in every state; `succeeded` means that everything was removed'),
    ),
  removed: Removed.check(z.describe('Progress while the run is active')),
  erased_by: z.nullable(z.string()),
  created_at: Timestamp,
})
export type Erasure = z.output<typeof Erasure>

export const erasePerson = api.post('/api/erasures', {
  name: 'erasures.create',
  access: { can: 'erase_people' },
  changes: ['suppression', 'lists', 'list:*', 'counts:*', 'email_verifications', 'bounces', 'runs'],
  idempotent: true,
  audit: 'person.erased',
  summary: 'Erase a person everywhere, permanently',
  description:
    'Starts a run that removes the person from lists, evidence, runs, verifications, bounces, emails, uploads and saved exports of this account and those below it; an administrator erases in the whole installation, including business data. The person is suppressed, stored only as a hash, from the moment of the response. This cannot be undone. A phone shared by several people or businesses is refused: use an email or a profile.',
  body: Person,
  reply: z.object({ data: Erasure, message: z.optional(z.string()) }),
})

export const showErasure = api.get('/api/erasures/{id}', {
  name: 'erasures.show',
  access: { can: 'erase_people' },
  reads: ['suppression'],
  summary: 'The report of one erasure',
  reply: z.object({ data: Erasure }),
})

export const erasures = api.get('/api/erasures', {
  name: 'erasures.index',
  access: { can: 'erase_people' },
  reads: ['suppression'],
  summary: 'Reports of erasures, newest first; without personal data',
  query: z.strictObject(pageQuery),
  reply: page(Erasure),
})

export const leadNotice = api.get('/api/{type}-results/{id}/{resultId}/notice', {
  name: 'leads.notice',
  summary: 'Notice under Article 14 GDPR for the person of a lead',
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam, resultId: IdParam }),
  reply: z.object({ text: z.string() }),
})

export const leadNotices = api.post('/api/{type}-results/{id}/notices', {
  name: 'leads.notices',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the notices of many leads as CSV: name, email, notice',
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam }),
  body: z.strictObject({ selection: LeadSelection }),
  reply: dataReply(Ticket),
})
