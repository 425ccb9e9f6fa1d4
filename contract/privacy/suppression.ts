import * as z from 'zod/mini'
import { dataOf, Id, IdParam, optionalText, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { Ticket } from '../core/files.ts'
import { MESSAGES } from '../core/messages.ts'
import { LeadSelection } from '../leads/leads.ts'
import { LIST_TYPE_LABELS } from '../leads/list-types/index.ts'

export const SUPPRESSION_KINDS = ['email', 'domain', 'phone', 'profile'] as const
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number]

/** Values that one call takes; longer files are sent in several. */
export const MAX_SUPPRESSION_VALUES = 5000
/** Values that a preview tells one by one. */
export const PREVIEWED_VALUES = 100

export const Suppression = z.object({
  id: Id,
  kind: z.enum(SUPPRESSION_KINDS),
  value: z.nullable(z.string()).check(z.describe('Null for a person who was erased: only a digest is kept')),
  note: z.nullable(z.string()),
  added_by: z.nullable(z.string()),
  created_at: Timestamp,
  is_inherited: z.boolean().check(z.describe('Entry of an account above this one; it can be removed there')),
})
export type Suppression = z.output<typeof Suppression>

const values = z
  .array(z.string().check(z.maxLength(2000)))
  .check(z.minLength(1), z.maxLength(MAX_SUPPRESSION_VALUES))

const api = defineArea({ tag: 'Privacy', access: { module: 'leads' }, scope: 'write' })

export const suppressions = api.get('/api/suppression', {
  name: 'suppression.index',
  reads: ['suppression'],
  summary: 'The suppression list: what is never stored, shown or exported',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(320))),
    kind: z.optional(z.enum(SUPPRESSION_KINDS)),
  }),
  reply: page(Suppression),
})

const Where = z.object({
  value: z.string(),
  kind: z.enum(SUPPRESSION_KINDS),
  is_listed: z.boolean().check(z.describe('On the list already')),
  lists: z.int(),
  leads: z.int(),
})

export const SuppressionPreview = z.object({
  values: z.array(Where).check(z.describe(`The first ${PREVIEWED_VALUES}, each with where it is today`)),
  recognised: z.int(),
  unreadable: z.array(z.string()).check(z.describe('Texts that are none of the four kinds, at most 100')),
  unreadable_count: z.int(),
  lists: z.int(),
  leads: z.int(),
  export_files: z.int().check(z.describe('Saved export files of these lists, which are removed')),
})
export type SuppressionPreview = z.output<typeof SuppressionPreview>

export const previewSuppression = api.post('/api/suppression/preview', {
  name: 'suppression.preview',
  scope: 'read',
  changesNothing: true,
  summary: 'Where values are today, before they are suppressed',
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
  audit: 'suppression.added',
  summary: 'Suppress email addresses, domains, phones and profiles',
  description:
    'The kind follows from the form of each value. Leads that match are hidden at once, in this account and in those below it, and nothing that matches arrives again. Entries that are there already change nothing.',
  body: z.strictObject({ values, note: optionalText(500) }),
  reply: z.object({ data: SuppressionAdded, message: z.optional(z.string()) }),
})

export const removeSuppression = api.delete('/api/suppression/{id}', {
  name: 'suppression.delete',
  changes: ['suppression', 'lists', 'list:*', 'counts:*'],
  audit: 'suppression.removed',
  summary: 'Remove an entry; leads that only it has hidden for at most 30 days come back',
  reply: z.object({ data: z.object({ leads: z.int() }), message: z.optional(z.string()) }),
})

/** How many records per place, e.g. `{"leads": 3, "email_verifications": 1}`; places without any are absent. */
const Removed = z.record(z.string(), z.int())

const one = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))
const Person = z
  .strictObject({ email: z.optional(one), phone: z.optional(one), profile: z.optional(one) })
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
  summary: 'What an erasure would remove from lists and checks, per place',
  description:
    'Looks where an index leads: leads, checks, found addresses, bounces and mails. The erasure itself looks through everything.',
  body: Person,
  reply: z.object({ data: z.object({ removed: Removed }) }),
})

export const Erasure = z.object({
  id: Id,
  kind: z.enum(['email', 'phone', 'profile']),
  run_id: z
    .nullable(Id)
    .check(z.describe('The run that erases; null for an erasure from before there were runs')),
  state: z
    .enum(['running', 'succeeded', 'cancelled', 'failed'])
    .check(
      z.describe('The person is suppressed in every state; only `succeeded` means that nothing is left'),
    ),
  removed: Removed.check(z.describe('So far, while the run works')),
  erased_by: z.nullable(z.string()),
  created_at: Timestamp,
})
export type Erasure = z.output<typeof Erasure>

export const erasePerson = api.post('/api/erasures', {
  name: 'erasures.create',
  access: { can: 'erase_people' },
  changes: ['suppression', 'lists', 'list:*', 'counts:*', 'email_verifications', 'bounces', 'runs'],
  audit: 'person.erased',
  summary: 'Erase a person everywhere, for good',
  description:
    'Starts a run that removes the person from lists, evidence, runs, checks, bounces, mails, uploads and saved exports of this account and of those below it; an administrator erases in the whole installation, including business data. The person is on the suppression list as a digest from the moment of the reply. This cannot be undone. A phone that several people or businesses have is refused: give an email or a profile.',
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
  summary: 'Reports of erasures, newest first; they hold no values of the persons',
  query: z.strictObject(pageQuery),
  reply: page(Erasure),
})

export const leadNotice = api.get('/api/{type}-results/{id}/{resultId}/notice', {
  name: 'leads.notice',
  summary: 'The text of a notice under Article 14 GDPR to the person of a lead',
  params: z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam, resultId: IdParam }),
  reply: z.object({ text: z.string() }),
})

export const leadNotices = api.post('/api/{type}-results/{id}/notices', {
  name: 'leads.notices',
  scope: 'export',
  audit: 'export.created',
  summary: 'Ticket for the notices of many leads as CSV: name, email, notice',
  params: z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam }),
  body: z.strictObject({ selection: LeadSelection }),
  reply: dataOf(Ticket),
})
