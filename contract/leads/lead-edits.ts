import * as z from 'zod/mini'
import { Done, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { MESSAGES } from '../core/messages.ts'
import { LEAD_STATUSES } from './lead-statuses.ts'
import { LeadDetail, LeadSelection } from './leads.ts'
import { LIST_TYPE_LABELS } from './list-types/index.ts'

const typed = z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam })
const ofLead = z.object({ type: z.enum(LIST_TYPE_LABELS), id: IdParam, resultId: IdParam })

/** Fields that are the product's to say: where a lead comes from, and what is known of its address. */
const FIXED_FIELDS: ReadonlySet<string> = new Set([
  'labels',
  'source',
  'score',
  'added_at',
  'distance_km',
  'email_state',
  'email_kind',
  'email_search',
  'email_search_reason',
])

/** Whether a person may write into the field of this name. */
export const isEditableField = (name: string): boolean => !FIXED_FIELDS.has(name)

/** What a change of many leads answers. `undo_token` undoes just this one. */
export const ChangeReply = z.object({
  success: z.literal(true),
  count: z.int().check(z.describe('Leads that are different now')),
  skipped: z.optional(z.int()).check(z.describe('Leads that were left as they are')),
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
    'Absent fields stay as they are, null empties one. A value is brought into the form of its field. An address that changes is unchecked again.',
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
  summary: 'Set the status of leads: new, contacted, interested, won or lost',
  idempotent: true,
  params: typed,
  body: z.strictObject({ selection: LeadSelection, status: z.enum(LEAD_STATUSES) }),
  reply: ChangeReply,
})

/** The list that leads go to: one that is there, or a new one. */
export const TargetList = z.union([z.strictObject({ list_id: Id }), z.strictObject({ new_list: text(150) })])

export const moveLeads = api.post('/api/{type}-results/{id}/move', {
  name: 'leads.move',
  changes: ['lists', 'list:*', 'counts:*', 'history:*'],
  audit: 'leads.moved',
  summary: 'Move or copy leads to another list of the same type; it costs nothing',
  description:
    'A lead whose business or person stands in the other list already stays where it is and counts as skipped. Notes and labels go along.',
  idempotent: true,
  params: typed,
  body: z.strictObject({
    selection: LeadSelection,
    to: TargetList,
    copy: z._default(z.boolean(), false).check(z.describe('The leads stay in this list too')),
  }),
  reply: z.object({
    ...ChangeReply.shape,
    list: z.object({ id: Id, name: z.string() }).check(z.describe('The list that they are in now')),
  }),
  errors: ['conflict'],
})

export const undoChange = api.post('/api/{type}-results/{id}/undo', {
  name: 'leads.undo',
  changes: ['lists', 'list:*', 'counts:*', 'history:*'],
  audit: 'leads.undone',
  summary: 'Undo one change of leads by its undo token',
  description: 'Only values that are unchanged since are undone; others are skipped and counted in `left`.',
  idempotent: true,
  params: typed,
  body: z.strictObject({ undo_token: Id }),
  reply: z.object({
    success: z.literal(true),
    count: z.int(),
    left: z.int().check(z.describe('Leads that were changed since')),
    message: z.string(),
  }),
  errors: ['conflict'],
})

/** A note on a lead, newest first on screen. */
export const LeadNote = z.object({
  id: Id,
  body: z.string(),
  user: z.string().check(z.describe('Name of who wrote it, else the email')),
  can: z
    .object({ edit: z.boolean() })
    .check(z.describe('Whether you may change and delete it: who wrote it may')),
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

export const addLeadNote = api.post('/api/{type}-results/{id}/{resultId}/notes', {
  name: 'leads.addNote',
  changes: ['notes'],
  audit: 'lead_note.written',
  summary: 'Write a note on a lead',
  idempotent: true,
  status: 201,
  params: ofLead,
  body: z.strictObject({ body: text(5000) }),
  reply: z.object({ data: LeadNote }),
})

export const changeLeadNote = api.put('/api/lead-notes/{id}', {
  name: 'leads.changeNote',
  changes: ['notes'],
  audit: 'lead_note.changed',
  summary: 'Change a note of your own',
  body: z.strictObject({ body: text(5000) }),
  reply: z.object({ data: LeadNote }),
})

export const deleteLeadNote = api.delete('/api/lead-notes/{id}', {
  name: 'leads.deleteNote',
  changes: ['notes'],
  audit: 'lead_note.deleted',
  summary: 'Delete a note of your own; it can be restored for 30 days',
  reply: Done,
})

export const restoreLeadNote = api.post('/api/lead-notes/{id}/restore', {
  name: 'leads.restoreNote',
  changes: ['notes'],
  audit: 'lead_note.restored',
  summary: 'Bring a deleted note of your own back',
  reply: z.object({ data: LeadNote }),
})
