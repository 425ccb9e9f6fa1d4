import * as z from 'zod/mini'
import { MERGE_POLICIES } from '../activity/run-kinds/lead-import.ts'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Ticket } from '../core/files.ts'
import { CUSTOM_FIELD_KINDS } from '../leads/custom-fields.ts'
import { LIST_TYPE_NAMES } from '../leads/list-types/index.ts'

/** Maximum columns of an imported file. */
export const MAX_IMPORT_COLUMNS = 500
/** Maximum unreadable cells listed individually; the rest share one choice. */
export const MAX_IMPORT_PROBLEMS = 1000

/** Maximum custom fields that an import creates automatically. */
export const MAX_UNASKED_FIELDS = 10

export const IMPORT_FORMATS = ['csv', 'xlsx'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Parts of a name, joined into `name` for list types without separate fields. */
export const NAME_PARTS = ['first_name', 'last_name'] as const

/** What a column says about its row and is not stored itself, with labels. */
export const ROW_FACTS = {
  calling_code: 'Calling code of the phone',
  phone_country: 'Country of the phone',
  house_number: 'House number',
  opted_out: 'Opted out',
} as const

/** Target of a column: a field, a new custom field, or none. */
export const ColumnTarget = z.nullable(
  z.union([
    z.strictObject({ field: z.string().check(z.minLength(1), z.maxLength(60)) }),
    z.strictObject({
      new_field: z.strictObject({ label: text(60), kind: z.enum(CUSTOM_FIELD_KINDS) }),
    }),
  ]),
)
export type ColumnTarget = z.output<typeof ColumnTarget>

/** By column name. Columns that are absent are matched by name. */
const Mapping = z.record(z.string().check(z.maxLength(1000)), ColumnTarget)
export type ImportMapping = z.output<typeof Mapping>

const uploadId = z.string().check(z.regex(/^[\w-]{10,64}$/))
const file = {
  upload_id: uploadId,
  type: z.enum(LIST_TYPE_NAMES),
  encoding: z.optional(z.string().check(z.maxLength(40))),
}
const Row = z.int().check(z.minimum(1))

/** How rows are parsed. */
const reading = {
  mapping: z._default(Mapping, {}),
  country: z
    .optional(z.string().check(z.maxLength(100)))
    .check(z.describe('Country of phone numbers without a country code, if the row has no country or state')),
  new_fields: z
    .optional(z.enum(['make', 'skip']))
    .check(
      z.describe(
        `What to do with unmapped columns: create custom fields, or skip them. Required if more than ${MAX_UNASKED_FIELDS} fields would be created`,
      ),
    ),
  date_order: z
    .optional(z.enum(['dmy', 'mdy']))
    .check(
      z.describe(
        'Whether 03/04/2026 is 3 April (dmy) or March 4; default: what the dates of the file show, else they are unreadable',
      ),
    ),
  opted_out: z
    ._default(z.enum(['skip', 'suppress', 'import']), 'skip')
    .check(
      z.describe(
        'Rows whose opt-out column says yes: skip them, also put them on the suppression list, or import them all the same',
      ),
    ),
  rest: z
    ._default(z.enum(['empty', 'drop']), 'empty')
    .check(
      z.describe(
        'What to do with an unreadable cell: leave it empty (a phone number is kept), or skip the row',
      ),
    ),
  fixes: z._default(
    z
      .array(
        z.strictObject({
          row: Row,
          column: z.string().check(z.maxLength(1000)),
          value: z.string().check(z.maxLength(2000)),
        }),
      )
      .check(z.maxLength(MAX_IMPORT_PROBLEMS)),
    [],
  ),
  dropped: z
    ._default(z.array(Row).check(z.maxLength(MAX_IMPORT_PROBLEMS)), [])
    .check(z.describe('Skipped rows')),
}

const notImported = z.array(z.string()).check(z.describe('Columns that fill no field'))

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const inspectLeadFile = api.post('/api/lead-imports/inspect', {
  name: 'leadImports.inspect',
  reads: ['custom_fields'],
  changesNothing: true,
  summary: 'Columns of an uploaded CSV or Excel file, with their suggested fields',
  description:
    'Columns are recognized by name and values, including exports of LinkedIn, Apollo, Hunter, GoHighLevel, HubSpot, Google Contacts, Outlook and our own, in seven languages. The header is the first row as wide as the table. The account’s last mapping of the same columns takes precedence.',
  body: z.strictObject(file),
  reply: z.object({
    data: z.object({
      format: z.enum(IMPORT_FORMATS),
      encoding: z.nullable(z.string()),
      sheet: z.nullable(z.string()).check(z.describe('Sheet of a workbook; default: the first')),
      remembered: z.boolean().check(z.describe('The mapping last used for these columns')),
      date_order: z
        .nullable(z.enum(['dmy', 'mdy']))
        .check(z.describe('Order of day and month, as dates show it')),
      open_dates: z.array(z.string()).check(z.describe('Columns of dates that need `date_order`')),
      columns: z.array(
        z.object({
          name: z.string(),
          samples: z.array(z.string()),
          target: ColumnTarget,
          reason: z.string().check(z.describe('Why it has this target or none')),
        }),
      ),
    }),
  }),
  errors: ['not_found', 'conflict'],
})

/** A cell that cannot be converted to the type of its field. */
export const CellProblem = z.object({
  row: z.int(),
  column: z.string(),
  field: z.string(),
  value: z.string(),
  problem: z.string(),
  kept_as: z
    .nullable(z.enum(['needs_country', 'unreadable']))
    .check(z.describe('The phone number is kept: it needs a country, or is invalid in its country')),
})
export type CellProblem = z.output<typeof CellProblem>

export const checkLeadFile = api.post('/api/lead-imports/check', {
  name: 'leadImports.check',
  changesNothing: true,
  summary: 'Validates the whole file and reports unreadable cells; stores nothing',
  body: z.strictObject({ ...file, ...reading }),
  reply: z.object({
    data: z.object({
      rows: z.int(),
      ready: z.int().check(z.describe('Rows to be imported')),
      rejected: z.int().check(z.describe('Rows to be skipped')),
      opted_out: z.int().check(z.describe('Rows that say the person has opted out')),
      problem_cells: z.int(),
      problem_rows: z.int(),
      need_country: z.int().check(z.describe('Phone numbers that a country would make readable')),
      problems: z.array(CellProblem).check(z.describe(`The first ${MAX_IMPORT_PROBLEMS}`)),
      reasons: z
        .array(z.object({ row: z.int(), reason: z.string() }))
        .check(z.describe('The first 100 rows skipped for other reasons than a cell')),
      not_imported: notImported,
    }),
  }),
  errors: ['not_found', 'conflict'],
})

export const startLeadImport = api.create('/api/lead-imports', {
  name: 'leadImports.start',
  changes: ['lists', 'runs', 'list:*', 'history:*', 'custom_fields', 'me', 'views'],
  audit: 'run.started',
  summary: 'Import leads from an uploaded CSV or Excel file into a new or existing list; free',
  description:
    'A row needs a name with a company, domain or phone, or a website, a LinkedIn URL or an email. Rows of the same business or person become one lead, and rows of existing leads are merged into them by `merge`. `leadImports.result` has the token that undoes the import.',
  idempotent: true,
  body: z.strictObject({
    upload_id: uploadId,
    encoding: file.encoding,
    to: z.union([
      z.strictObject({ list_id: Id }),
      z.strictObject({ new_list: text(150), type: z.enum(LIST_TYPE_NAMES) }),
    ]),
    ...reading,
    merge: z._default(z.enum(MERGE_POLICIES), 'fill'),
    merge_fields: z
      ._default(z.record(z.string().check(z.maxLength(60)), z.enum(MERGE_POLICIES)), {})
      .check(z.describe('Merge policies of fields that differ from `merge`')),
    dated: z
      .optional(z.iso.datetime({ offset: true }))
      .check(z.describe('Date of the values, such as the date of the file; default: the time of the import')),
  }),
  reply: z.object({
    data: z.object({
      list: z.object({ id: Id, name: z.string(), type: z.string() }),
      run: Run,
      not_imported: notImported,
    }),
    message: z.optional(z.string()),
  }),
  errors: ['not_found', 'conflict'],
})

const runParams = z.object({ run_id: IdParam })

export const leadImportResult = api.get('/api/lead-imports/{run_id}', {
  name: 'leadImports.result',
  reads: ['run:{run_id}', 'history:*'],
  summary: 'Result of an import of leads',
  params: runParams,
  reply: z.object({
    data: z.object({
      run: Run,
      list: z.nullable(z.object({ id: Id, name: z.string(), type: z.enum(LIST_TYPE_NAMES) })),
      undo_token: z
        .nullable(Id)
        .check(z.describe('Undoes the whole import; null if it changed nothing or was undone')),
      undone_at: z.nullable(Timestamp),
      not_imported: notImported,
      reasons: z
        .array(z.object({ reason: z.string(), rows: z.int() }))
        .check(z.describe('Why rows were skipped: the most frequent reasons')),
    }),
  }),
})

export const leadImportRejected = api.post('/api/lead-imports/{run_id}/rejected', {
  name: 'leadImports.rejectedFile',
  scope: 'export',
  idempotent: true,
  audit: 'export.created',
  summary: 'Ticket for the skipped rows as CSV, with the reason',
  params: runParams,
  reply: z.object({ data: Ticket }),
})
