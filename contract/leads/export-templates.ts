import * as z from 'zod/mini'
import { Done, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { EMAIL_STATES } from './email-states.ts'
import { LIST_TYPE_LABELS } from './list-types/index.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** Leads that a file of either format can hold: a sheet ends after 1,048,576 rows, its header among them. */
export const EXPORT_MAX_ROWS: Record<ExportFormat, number> = { csv: Number.MAX_SAFE_INTEGER, xlsx: 1_048_575 }
/** What becomes of an address that is not in the states asked for. */
export const OTHER_EMAILS = ['empty', 'leave_out'] as const
export type OtherEmails = (typeof OTHER_EMAILS)[number]

/** What a column is called: the label of its field, or the field's name. */
export const HEADINGS = ['labels', 'fields'] as const
export type Headings = (typeof HEADINGS)[number]

/** What is in a file of leads, whichever leads they are. */
export const fileChoices = {
  columns: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(100))),
  headers: z
    .optional(z.record(z.string(), z.string().check(z.trim(), z.minLength(1), z.maxLength(100))))
    .check(z.describe('Names of columns in the file, by field; others keep their own')),
  headings: z
    .optional(z.enum(HEADINGS))
    .check(
      z.describe(
        'Column headings: `labels` (default), or the names of `fields`, which scripts can rely on. Columns in `headers` have the name given there',
      ),
    ),
  format: z.optional(z.enum(EXPORT_FORMATS)).check(z.describe('`csv` by default')),
  provenance: z.optional(z.boolean()).check(z.describe('Adds source and date of every value')),
  bom: z.optional(z.boolean()).check(z.describe('Byte order mark for old spreadsheets; CSV only')),
  email_states: z
    .optional(z.array(z.enum(EMAIL_STATES)).check(z.minLength(1), z.maxLength(EMAIL_STATES.length)))
    .check(z.describe('Only addresses in these states are written; absent means all')),
  other_emails: z
    .optional(z.enum(OTHER_EMAILS))
    .check(
      z.describe(
        'With `email_states`: `empty`, as without it, leaves the cells of other addresses empty, `leave_out` leaves out the leads that have no email in these states',
      ),
    ),
}
export const FileChoices = z.strictObject(fileChoices)
export type FileChoices = z.output<typeof FileChoices>

/** Templates that one account may have. */
export const MAX_EXPORT_TEMPLATES = 200

/** Saved choices of a file. */
export const ExportTemplate = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  is_shared: z.boolean().check(z.describe('All members of the account see and use it')),
  choices: FileChoices,
  is_mine: z.boolean(),
  can: z.object({
    edit: z.boolean().check(z.describe('Its owner may, and for a shared one the owner of the account')),
  }),
  updated_at: Timestamp,
})
export type ExportTemplate = z.output<typeof ExportTemplate>

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })
const TemplateReply = z.object({ data: ExportTemplate, message: z.optional(z.string()) })

export const exportTemplates = api.get('/api/export-templates', {
  name: 'exportTemplates.index',
  reads: ['export_templates'],
  summary: 'Export templates of a list type: the own ones and those shared with everyone',
  query: z.strictObject({ type: z.enum(LIST_TYPE_LABELS) }),
  reply: z.object({ data: z.array(ExportTemplate) }),
})

export const createExportTemplate = api.post('/api/export-templates', {
  name: 'exportTemplates.create',
  changes: ['export_templates'],
  audit: 'export_template.created',
  summary: 'Save the choices of an export as a template',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    type: z.enum(LIST_TYPE_LABELS),
    name: text(100),
    is_shared: z._default(z.boolean(), false),
    choices: FileChoices,
  }),
  reply: TemplateReply,
  errors: ['conflict'],
})

export const changeExportTemplate = api.put('/api/export-templates/{id}', {
  name: 'exportTemplates.change',
  changes: ['export_templates'],
  audit: 'export_template.changed',
  summary: 'Change an export template: its name, who sees it, or its choices',
  description: 'Absent fields stay as they are.',
  body: z.strictObject({
    name: z.optional(text(100)),
    is_shared: z.optional(z.boolean()),
    choices: z.optional(FileChoices),
  }),
  reply: TemplateReply,
  errors: ['forbidden', 'conflict'],
})

export const deleteExportTemplate = api.delete('/api/export-templates/{id}', {
  name: 'exportTemplates.delete',
  changes: ['export_templates'],
  audit: 'export_template.deleted',
  summary: 'Delete an export template',
  reply: Done,
  errors: ['forbidden'],
})
