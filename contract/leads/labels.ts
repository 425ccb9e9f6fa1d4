import * as z from 'zod/mini'
import { Done, Id, IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { MESSAGES } from '../core/messages.ts'
import { LABEL_COLORS } from './label-colors.ts'
import { ChangeReply } from './lead-edits.ts'
import { LeadFilters, LeadSelection } from './leads.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

/** Maximum number of labels of an account. */
export const MAX_LABELS = 200

/** A name cannot contain a semicolon, which separates labels in files. */
const LabelName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(40),
    z.regex(/^[^;\n]*$/, { error: 'Leave out the semicolon' }),
  )

/** Leads that a rule labels: those of every list of the type that pass the filters. */
export const LabelRule = z.strictObject({ type: z.enum(LIST_TYPE_NAMES), filters: LeadFilters })
export type LabelRule = z.output<typeof LabelRule>

/** A label that people add to leads. */
export const Label = z.object({
  id: Id,
  name: z.string(),
  color: z.enum(LABEL_COLORS),
  rule: z.nullable(LabelRule),
  rule_ran_at: z.nullable(Timestamp),
  leads: z.int().check(z.describe('Leads that have it, outside the trash')),
  lists: z.int().check(z.describe('Lists with those leads')),
  created_at: Timestamp,
})
export type Label = z.output<typeof Label>

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })
const ON_LEADS = ['labels', 'list:*', 'counts:*', 'history:*'] as const

export const labels = api.get('/api/labels', {
  name: 'labels.index',
  reads: ['labels'],
  summary: 'Labels of the account, by name',
  reply: z.object({ data: z.array(Label) }),
  cli: { name: 'labels list', columns: { '>ID': 'id', '>LEADS': 'leads|number', NAME: 'name' } },
})

export const createLabel = api.create('/api/labels', {
  name: 'labels.create',
  changes: ['labels'],
  audit: 'label.created',
  summary: 'Create a label',
  idempotent: true,
  body: z.strictObject({
    name: LabelName,
    color: z._default(z.enum(LABEL_COLORS), 'gray'),
    rule: z.optional(z.nullable(LabelRule)),
  }),
  reply: z.object({ data: Label }),
  errors: ['conflict'],
})

export const changeLabel = api.put('/api/labels/{id}', {
  name: 'labels.change',
  changes: [...ON_LEADS],
  audit: 'label.changed',
  summary: 'Change name, color or rule of a label; absent fields keep their value, a null rule is removed',
  body: z.strictObject({
    name: z.optional(LabelName),
    color: z.optional(z.enum(LABEL_COLORS)),
    rule: z.optional(z.nullable(LabelRule)),
  }),
  reply: z.object({ data: Label }),
  errors: ['conflict'],
})

export const deleteLabel = api.delete('/api/labels/{id}', {
  name: 'labels.delete',
  changes: [...ON_LEADS],
  audit: 'label.deleted',
  summary: 'Delete a label; it can be restored with its leads for 30 days',
  reply: Done,
})

export const restoreLabel = api.post('/api/labels/{id}/restore', {
  name: 'labels.restore',
  changes: [...ON_LEADS],
  idempotent: true,
  audit: 'label.restored',
  summary: 'Restore a deleted or merged label',
  reply: z.object({ data: Label }),
  errors: ['conflict'],
})

export const mergeLabels = api.post('/api/labels/{id}/merge', {
  name: 'labels.merge',
  changes: [...ON_LEADS],
  idempotent: true,
  audit: 'label.merged',
  summary: 'Merge a label into another one',
  description:
    'The label is deleted. Restoring it within 30 days undoes the merge, and the leads get back their labels.',
  body: z.strictObject({ into: Id }),
  reply: z.object({ data: Label, count: z.int().check(z.describe('Leads that received the other label')) }),
})

/** Result of running a rule, expected or actual. */
const RuleFigures = z.object({
  adds: z.int().check(z.describe('Leads that get the label')),
  removes: z.int().check(z.describe('Leads that lose it because they no longer match the rule')),
  lists: z.int().check(z.describe('Lists that change')),
})

export const tryLabelRule = api.post('/api/labels/{id}/try', {
  name: 'labels.try',
  scope: 'read',
  changesNothing: true,
  summary: 'Result of running a label’s rule, without running it',
  body: z._default(z.strictObject({ rule: z.optional(LabelRule) }), {}),
  reply: z.object({ data: RuleFigures }),
  errors: ['conflict'],
})

export const runLabelRule = api.post('/api/labels/{id}/run', {
  name: 'labels.run',
  changes: [...ON_LEADS],
  audit: 'label.rule_run',
  summary: 'Run the rule of a label over all lists of its type',
  description:
    'Matching leads get the label; leads labeled by the rule that no longer match lose it. Manually set labels stay. Each list has an undoable entry in its history.',
  idempotent: true,
  reply: z.object({ data: RuleFigures, message: z.string() }),
  errors: ['conflict'],
})

export const labelLeads = api.post('/api/{type}-results/{id}/labels', {
  name: 'leads.labels',
  changes: ['labels', 'list:{id}', 'counts:{id}', 'history:{id}'],
  audit: 'leads.labelled',
  summary: 'Add labels to leads, or remove them',
  idempotent: true,
  params: z.object({ type: z.enum(LIST_TYPE_NAMES), id: IdParam }),
  body: z
    .strictObject({
      selection: LeadSelection,
      add: z._default(z.array(Id).check(z.maxLength(50)), []),
      remove: z._default(z.array(Id).check(z.maxLength(50)), []),
    })
    .check(
      z.refine(({ add, remove }) => add.length + remove.length > 0, {
        path: ['add'],
        error: MESSAGES.required,
      }),
      z.refine(({ add, remove }) => !add.some((id) => remove.includes(id)), {
        path: ['remove'],
        error: 'A label can’t be added and removed at once',
      }),
    ),
  reply: ChangeReply,
})
