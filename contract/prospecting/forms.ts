import * as z from 'zod/mini'
import { AI_TEXT_FIELDS } from '../ai/ai-prompt-types.ts'
import { Done, Id, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { HttpsAddress } from '../core/https-address.ts'
import { isEditableField } from '../leads/lead-edits.ts'
import type { FieldDefinition } from '../leads/list-types/define.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '../leads/list-types/index.ts'
import { NAME_PARTS } from './lead-imports.ts'

/** Days for which a confirmation link works; what nobody confirms is deleted after them. */
export const CONFIRM_DAYS = 7

/**
 * `unconfirmed`: waits for the email’s owner; `received`: it is a lead; `suppressed`: on the suppression list, and no
 * lead; `no_list`: its list was gone.
 */
export const SUBMISSION_STATES = ['unconfirmed', 'received', 'suppressed', 'no_list'] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

export const MAX_FORMS = 50
export const MAX_FORM_FIELDS = 30
/** Key of a form in its public address. */
export const FORM_KEY = /^[A-Za-z0-9_-]{16}$/

/** Fields that say something about a lead which its person can’t know, or which is ours. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  'lead_status',
  'business_status',
  'domain',
  'lat',
  'lon',
  'google_place_id',
  ...AI_TEXT_FIELDS.map(({ name }) => name),
])

/** Fields that a form of a list type can ask for: editable ones, parts of a name, and custom fields. */
export function formFields(type: ListTypeId, custom: readonly FieldDefinition[]): FieldDefinition[] {
  const declared = LIST_TYPES[type].fields.filter(({ name }) => isEditableField(name) && !NOT_ASKED.has(name))
  const has = (name: string) => LIST_TYPES[type].fields.some((field) => field.name === name)
  const parts = NAME_PARTS.filter((name) => has('name') && !has(name)).map(
    (name): FieldDefinition => ({
      name,
      label: name === 'first_name' ? 'First name' : 'Last name',
      kind: 'text',
    }),
  )
  return [...declared, ...parts, ...custom]
}

/** One question of a form: a field of the list’s leads, in the words of the form. */
export const FormField = z.strictObject({
  field: text(60).check(z.describe('Name of a field of the list type, or of a custom field')),
  label: text(120),
  help: z._default(z.nullable(text(300)), null),
  required: z._default(z.boolean(), false),
  long: z._default(z.boolean(), false).check(z.describe('Whether a text has several lines')),
})
export type FormField = z.output<typeof FormField>

export const FormContent = {
  name: text(80).check(z.describe('For you, and as the source of its leads')),
  list_id: Id.check(z.describe('List that receives the leads')),
  heading: text(120),
  intro: z.nullable(text(1000)),
  fields: z.array(FormField).check(
    z.minLength(1),
    z.maxLength(MAX_FORM_FIELDS),
    z.refine((fields) => new Set(fields.map(({ field }) => field)).size === fields.length, {
      error: 'Each field can be there once',
    }),
  ),
  submit_label: text(40),
  consent: z
    .nullable(text(2000))
    .check(z.describe('What a visitor agrees to by ticking a box; null: nothing is asked')),
  thanks_text: text(1000),
  thanks_url: z
    .nullable(HttpsAddress)
    .check(z.describe('Where a visitor goes afterwards; null: the text is shown')),
  label_ids: z.array(Id).check(z.maxLength(20), z.describe('Labels that its leads get')),
  notify_ids: z.array(Id).check(z.maxLength(50), z.describe('People of the account who are notified')),
  needs_confirmation: z
    .boolean()
    .check(z.describe('Whether a submission counts only once its email is confirmed')),
  active: z.boolean(),
}

export const FORM_DEFAULTS = {
  heading: 'Contact us',
  submit_label: 'Send',
  thanks_text: 'Thank you. We’ll be in touch soon.',
} as const

/** A form for a website. */
export const Form = z.object({
  ...FormContent,
  id: Id,
  key: z.string(),
  list: z
    .nullable(z.object({ id: Id, name: z.string(), type: z.enum(LIST_TYPE_IDS), is_deleted: z.boolean() }))
    .check(z.describe('Null once it was deleted for good')),
  address: z.string().check(z.describe('Of its page, in your brand')),
  embed: z.string().check(z.describe('The script tag that shows it on another website')),
  submissions: z.int(),
  last_submission_at: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type Form = z.output<typeof Form>

export const Submission = z.object({
  id: Id,
  state: z.enum(SUBMISSION_STATES),
  source: z.string().check(z.describe('Name of the form when it was sent')),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  consent: z
    .nullable(z.object({ text: z.string(), at: Timestamp }))
    .check(z.describe('What the visitor agreed to, word for word; null if nothing was asked')),
  language: z.nullable(z.string()),
  network: z.string().check(z.describe('The visitor’s network as a keyed hash: the same one sends the same')),
  list_id: Id,
  list_type: z.enum(LIST_TYPE_IDS),
  lead_id: z.nullable(Id),
  is_new: z
    .nullable(z.boolean())
    .check(z.describe('False for a lead that the list had before; null for no lead')),
  created_at: Timestamp,
  confirmed_at: z.nullable(Timestamp),
})
export type Submission = z.output<typeof Submission>

export const NewForm = z.strictObject({
  ...FormContent,
  heading: z._default(FormContent.heading, FORM_DEFAULTS.heading),
  intro: z._default(FormContent.intro, null),
  submit_label: z._default(FormContent.submit_label, FORM_DEFAULTS.submit_label),
  consent: z._default(FormContent.consent, null),
  thanks_text: z._default(FormContent.thanks_text, FORM_DEFAULTS.thanks_text),
  thanks_url: z._default(FormContent.thanks_url, null),
  label_ids: z._default(FormContent.label_ids, []),
  notify_ids: z.optional(FormContent.notify_ids).check(z.describe('By default you')),
  needs_confirmation: z._default(FormContent.needs_confirmation, false),
  active: z._default(FormContent.active, true),
})
export type NewForm = z.output<typeof NewForm>
export const FormChange = z.partial(z.strictObject(FormContent))
export type FormChange = z.output<typeof FormChange>

const api = defineArea({ tag: 'Forms', access: { module: 'leads', can: 'see_all_lists' }, scope: 'write' })
const FormReply = z.object({ data: Form, message: z.optional(z.string()) })

export const forms = api.get('/api/forms', {
  name: 'forms.index',
  reads: ['forms'],
  summary: 'Forms for websites, by name',
  reply: z.object({ data: z.array(Form) }),
  cli: {
    name: 'forms list',
    columns: {
      '>ID': 'id',
      NAME: 'name',
      STATE: "active?on ?? 'off'",
      '>SUBMISSIONS': 'submissions|number',
      ADDRESS: 'address',
    },
  },
})

export const showForm = api.get('/api/forms/{id}', {
  name: 'forms.show',
  reads: ['forms'],
  summary: 'One form with its address and embed code',
  reply: z.object({ data: Form }),
  cli: {
    name: 'forms show',
    text: ["{name}, {active?on ?? 'off'}", 'Page   {address}', 'Embed  {embed}'],
    rows: 'fields',
    columns: { FIELD: 'field', LABEL: 'label', REQUIRED: "required?yes ?? 'no'" },
  },
})

export const createForm = api.create('/api/forms', {
  name: 'forms.create',
  changes: ['forms'],
  audit: 'form.created',
  summary: 'Create a form for a website, whose submissions become leads of a list',
  description: `At most ${MAX_FORMS}. Its fields must identify a lead, as those of an imported row.`,
  idempotent: true,
  body: NewForm,
  reply: FormReply,
  errors: ['conflict', 'not_found'],
})

export const changeForm = api.put('/api/forms/{id}', {
  name: 'forms.change',
  changes: ['forms'],
  audit: 'form.changed',
  summary: 'Change a form; absent fields keep their value',
  body: FormChange,
  reply: FormReply,
})

export const deleteForm = api.delete('/api/forms/{id}', {
  name: 'forms.delete',
  changes: ['forms'],
  audit: 'form.deleted',
  summary: 'Delete a form; it can be restored for 30 days',
  reply: Done,
})

export const restoreForm = api.post('/api/forms/{id}/restore', {
  name: 'forms.restore',
  changes: ['forms'],
  audit: 'form.restored',
  summary: 'Restore a deleted form',
  idempotent: true,
  reply: FormReply,
  errors: ['conflict'],
})

export const submissions = api.get('/api/forms/{id}/submissions', {
  name: 'forms.submissions',
  reads: ['forms', 'submissions'],
  summary: 'What visitors sent with a form, newest first',
  query: z.strictObject({ ...pageQuery, state: z.optional(z.enum(SUBMISSION_STATES)) }),
  reply: page(Submission),
  cli: {
    name: 'forms submissions',
    options: { state: { value: 'received', help: 'Only those in this state: {choices}' } },
    columns: {
      '>ID': 'id',
      STATE: 'state',
      EMAIL: "values.email ?? '–'",
      '>LEAD': "lead_id ?? '–'",
      SENT: 'created_at|minute',
    },
  },
})
