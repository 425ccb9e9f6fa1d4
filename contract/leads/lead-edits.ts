import * as z from 'zod/mini'
import { Done, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { LEAD_STATUSES } from './lead-statuses.ts'
import { LeadDetail, LeadSelection } from './leads.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'
import { SIGNAL_IDS } from './signals.ts'

const typed = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam })
const ofLead = z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam, resultId: IdParam })

/** Fields that the product manages: the origin of a lead, the state of its address and what its website shows. */
const FIXED_FIELDS: ReadonlySet<string> = new Set([
  'labels',
  'source',
  'score',
  'why',
  'added_at',
  'distance_km',
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
  ...SIGNAL_IDS,
])

export const isEditableField = (name: string): boolean => !FIXED_FIELDS.has(name)

/** Result of a bulk change. `undo_token` undoes exactly this change. */
export const ChangeReply = z.object({
  success: z.literal(true),
  count: z.int().check(z.describe('Changed leads')),
  skipped: z.optional(z.int()).check(z.describe('Unchanged leads')),
  undo_token: z.optional(Id),
  message: z.optional(z.string()),
})
export type ChangeReply = z.output<typeof ChangeReply>

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const editLead = api.put('/api/{type}-results/{id}/{resultId}', {
  name: 'leads.edit',
  changes: ['custom_fields', 'lists', 'list:{id}', 'counts:{id}'],
  audit: 'leads.edited',
  summary: 'Change values of a lead; old values stay in its history',
  description:
    'Absent fields keep their value, null clears one. A value is normalized for its field. A changed email becomes unchecked.',
  idempotent: true,
  params: ofLead,
  body: z.strictObject({
    values: z
      .record(
        z.string().check(z.maxLength(60)),
        z.nullable(z.union([z.string().check(z.maxLength(10_000)), z.number()])),
      )
      .check(z.refine((values) => Object.keys(values).length > 0, { error: MESSAGES.required })),
  }),
  reply: z.object({ data: LeadDetail, undo_token: z.optional(Id), message: z.optional(z.string()) }),
})

export const setLeadStatus = api.post('/api/{type}-results/{id}/status', {
  name: 'leads.status',
  changes: ['list:{id}', 'counts:{id}'],
  audit: 'leads.status_changed',
  summary: 'Set the status of leads: new, contacted, replied, interested, won, lost, bounced or unsubscribed',
  idempotent: true,
  params: typed,
  body: z.strictObject({ selection: LeadSelection, status: z.enum(LEAD_STATUSES) }),
  reply: ChangeReply,
})

export const setLeadValue = api.post('/api/{type}-results/{id}/values', {
  name: 'leads.setValue',
  changes: ['custom_fields', 'lists', 'list:{id}', 'counts:{id}'],
  audit: 'leads.edited',
  summary: 'Set one field of many leads to the same value; old values stay in their history',
  description:
    'null clears the field. The value is normalized for its field; a phone number needs its country code. A changed email becomes unchecked.',
  idempotent: true,
  params: typed,
  body: z.strictObject({
    selection: LeadSelection,
    field: z.string().check(z.maxLength(60)),
    value: z.nullable(z.union([z.string().check(z.maxLength(10_000)), z.number()])),
  }),
  reply: ChangeReply,
})

/** Target list: an existing or a new one. */
export const TargetList = z.union([z.strictObject({ list_id: Id }), z.strictObject({ new_list: text(150) })])

export const moveLeads = api.post('/api/{type}-results/{id}/move', {
  name: 'leads.move',
  changes: ['lists', 'list:*', 'counts:*', 'history:*'],
  audit: 'leads.moved',
  summary: 'Move or copy leads to another list of the same type; free',
  description:
    'A lead whose business or person is already in the other list stays where it is and counts as skipped. Notes and labels go along.',
  idempotent: true,
  params: typed,
  body: z.strictObject({
    selection: LeadSelection,
    to: TargetList,
    copy: z._default(z.boolean(), false).check(z.describe('Copy: the leads stay in this list too')),
  }),
  reply: z.object({
    ...ChangeReply.shape,
    list: z.object({ id: Id, name: z.string() }).check(z.describe('The current list of the leads')),
  }),
  errors: ['conflict'],
})

export const undoChange = api.post('/api/{type}-results/{id}/undo', {
  name: 'leads.undo',
  changes: ['lists', 'list:*', 'counts:*', 'history:*'],
  audit: 'leads.undone',
  summary: 'Undo one change of leads by its undo token',
  description: 'Only values unchanged since then are undone; others are skipped and counted in `left`.',
  idempotent: true,
  params: typed,
  body: z.strictObject({ undo_token: Id }),
  reply: z.object({
    success: z.literal(true),
    count: z.int(),
    left: z.int().check(z.describe('Leads changed since then')),
    message: z.string(),
  }),
  errors: ['conflict'],
})

/** A note on a lead, newest first on screen. */
export const LeadNote = z.object({
  id: Id,
  body: z.string(),
  user: z.string().check(z.describe('Name of the author, or else the email')),
  can: z
    .object({ edit: z.boolean() })
    .check(z.describe('Whether you may edit and delete it: only its author may')),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type LeadNote = z.output<typeof LeadNote>

export const leadNotes = api.get('/api/{type}-results/{id}/{resultId}/notes', {
  name: 'leads.notes',
  reads: ['notes'],
  summary: 'Notes on a lead, newest first',
  params: ofLead,
  query: z.strictObject(pageQuery),
  reply: page(LeadNote),
})

export const addLeadNote = api.create('/api/{type}-results/{id}/{resultId}/notes', {
  name: 'leads.addNote',
  changes: ['notes'],
  audit: 'lead_note.written',
  summary: 'Write a note on a lead',
  idempotent: true,
  params: ofLead,
  body: z.strictObject({ body: text(5000) }),
  reply: z.object({ data: LeadNote }),
})

export const changeLeadNote = api.put('/api/lead-notes/{id}', {
  name: 'leads.changeNote',
  changes: ['notes'],
  audit: 'lead_note.changed',
  summary: 'Edit a note of yours',
  body: z.strictObject({ body: text(5000) }),
  reply: z.object({ data: LeadNote }),
})

export const deleteLeadNote = api.delete('/api/lead-notes/{id}', {
  name: 'leads.deleteNote',
  changes: ['notes'],
  audit: 'lead_note.deleted',
  summary: 'Delete a note of yours; it can be restored for 30 days',
  reply: Done,
})

export const restoreLeadNote = api.post('/api/lead-notes/{id}/restore', {
  name: 'leads.restoreNote',
  changes: ['notes'],
  idempotent: true,
  audit: 'lead_note.restored',
  summary: 'Restore a deleted note of yours',
  reply: z.object({ data: LeadNote }),
})
