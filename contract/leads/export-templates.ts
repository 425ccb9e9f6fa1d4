import * as z from 'zod/mini'
import { DOUBTFUL_EMAILS } from '../activity/run-kinds/crm.ts'
import { Done, Id, Timestamp, text } from '../core/common.ts'
import { SENDERS } from '../core/crms/index.ts'
import { defineArea } from '../core/define-area.ts'
import { EMAIL_STATES } from './email-states.ts'
import { LIST_TYPE_NAMES } from './list-types/index.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** Maximum leads in a file of either format: a sheet has 1,048,576 rows, including its header. */
export const EXPORT_MAX_ROWS: Record<ExportFormat, number> = { csv: Number.MAX_SAFE_INTEGER, xlsx: 1_048_575 }
/** What to do with an address in another state than the selected ones. */
export const OTHER_EMAILS = ['empty', 'leave_out'] as const
export type OtherEmails = (typeof OTHER_EMAILS)[number]

/** Column headers: the label of the field, or its name. */
export const HEADINGS = ['labels', 'fields'] as const
export type Headings = (typeof HEADINGS)[number]

/** Contents of a file of leads, independent of the leads. */
export const fileChoices = {
  columns: z.optional(z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(100))),
  headers: z
    .optional(z.record(z.string(), z.string().check(z.trim(), z.minLength(1), z.maxLength(100))))
    .check(z.describe('Column headers in the file, by field; others keep the default')),
  headings: z
    .optional(z.enum(HEADINGS))
    .check(
      z.describe(
        'Column headers: `labels` (default), or the names of `fields`, which scripts can rely on. `headers` overrides both',
      ),
    ),
  format: z.optional(z.enum(EXPORT_FORMATS)).check(z.describe('`csv` by default')),
  provenance: z.optional(z.boolean()).check(z.describe('Adds source and date of every value')),
  evidence: z
    .optional(z.boolean())
    .check(z.describe('Adds the page and the words that show each chosen signal')),
  bom: z.optional(z.boolean()).check(z.describe('Byte order mark for old spreadsheets; CSV only')),
  email_states: z
    .optional(z.array(z.enum(EMAIL_STATES)).check(z.minLength(1), z.maxLength(EMAIL_STATES.length)))
    .check(z.describe('Only addresses in these states are written; absent means all')),
  other_emails: z
    .optional(z.enum(OTHER_EMAILS))
    .check(
      z.describe(
        'With `email_states`: `empty` (the default) leaves the cells of other addresses empty, `leave_out` skips leads without an email in these states',
      ),
    ),
  sender: z
    .optional(z.enum(SENDERS))
    .check(
      z.describe(
        'A CSV in the form that this sender imports: its headings, names in parts, AI texts and custom fields as variables. Only leads with a verified email, or one in `doubtful`; the choices about columns, emails and sources don’t apply',
      ),
    ),
  doubtful: z
    .optional(z.array(z.enum(DOUBTFUL_EMAILS)).check(z.maxLength(DOUBTFUL_EMAILS.length)))
    .check(
      z.describe('With `sender`: also emails that are accept-all, risky or unknown (also: never checked)'),
    ),
}
export const FileChoices = z.strictObject(fileChoices)
export type FileChoices = z.output<typeof FileChoices>

/** Maximum number of templates of an account. */
export const MAX_EXPORT_TEMPLATES = 200

/** Saved export choices. */
export const ExportTemplate = z.object({
  id: Id,
  type: z.string(),
  name: z.string(),
  is_shared: z.boolean().check(z.describe('All members of the account see and use it')),
  choices: FileChoices,
  is_mine: z.boolean(),
  can: z.object({
    edit: z.boolean().check(z.describe('Its owner can, and for a shared one the owner of the account')),
  }),
  updated_at: Timestamp,
})
export type ExportTemplate = z.output<typeof ExportTemplate>

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })
const TemplateReply = z.object({ data: ExportTemplate, message: z.optional(z.string()) })

export const exportTemplates = api.get('/api/export-templates', {
  name: 'exportTemplates.index',
  reads: ['export_templates'],
  summary: 'Export templates of a list type: your own and shared ones',
  query: z.strictObject({ type: z.enum(LIST_TYPE_NAMES) }),
  reply: z.object({ data: z.array(ExportTemplate) }),
})

export const createExportTemplate = api.create('/api/export-templates', {
  name: 'exportTemplates.create',
  changes: ['export_templates'],
  audit: 'export_template.created',
  summary: 'Save export choices as a template',
  idempotent: true,
  body: z.strictObject({
    type: z.enum(LIST_TYPE_NAMES),
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
  summary: 'Change an export template: its name, sharing or choices',
  description: 'Absent fields keep their value.',
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
