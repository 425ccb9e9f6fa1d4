import * as z from 'zod/mini'
import { MERGE_POLICIES } from '../activity/run-kinds/lead-import.ts'
import { Run } from '../activity/runs.ts'
import { Id, IdParam, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/endpoint.ts'
import { Ticket } from '../core/files.ts'
import { CUSTOM_FIELD_KINDS } from '../leads/custom-fields.ts'
import { LIST_TYPE_LABELS } from '../leads/list-types/index.ts'

/** Columns that an imported file may have. */
export const MAX_IMPORT_COLUMNS = 500
/** Cells that cannot be read which are shown one by one; what happens to the others is one choice. */
export const MAX_IMPORT_PROBLEMS = 1000

/** New custom fields that an import makes without being told to. */
export const MAX_UNASKED_FIELDS = 10

/** Forms in which leads are imported. */
export const IMPORT_FORMATS = ['csv', 'xlsx'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

/** Parts of a name that a list type without fields for them joins into `name`. */
export const NAME_PARTS = ['first_name', 'last_name'] as const

/** Where the values of a column go: a field, a new custom field, or nowhere. */
export const ColumnTarget = z.nullable(
  z.union([
    z.strictObject({ field: z.string().check(z.minLength(1), z.maxLength(60)) }),
    z.strictObject({
      new_field: z.strictObject({ label: text(60), kind: z.enum(CUSTOM_FIELD_KINDS) }),
    }),
  ]),
)
export type ColumnTarget = z.output<typeof ColumnTarget>

/** By the name of the column. One that is absent is found by its name. */
const Mapping = z.record(z.string().check(z.maxLength(1000)), ColumnTarget)
export type ImportMapping = z.output<typeof Mapping>

const uploadId = z.string().check(z.regex(/^[\w-]{10,64}$/))
const file = {
  upload_id: uploadId,
  type: z.enum(LIST_TYPE_LABELS),
  encoding: z.optional(z.string().check(z.maxLength(40))),
}
const Row = z.int().check(z.minimum(1))

/** How rows are read. */
const reading = {
  mapping: z._default(Mapping, {}),
  country: z
    .optional(z.string().check(z.maxLength(100)))
    .check(z.describe('Country of phone numbers that name none, where the row has no country or state')),
  new_fields: z
    .optional(z.enum(['make', 'skip']))
    .check(
      z.describe(
        `What becomes of columns without a field that the mapping does not name: custom fields are made for them, or they are left out. Needed where more than ${MAX_UNASKED_FIELDS} would be made`,
      ),
    ),
  rest: z
    ._default(z.enum(['empty', 'drop']), 'empty')
    .check(
      z.describe(
        'What becomes of a cell that cannot be read: it stays empty (a phone number stays as it stands), or its row stays out',
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
    .check(z.describe('Rows that are left out')),
}

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const inspectLeadFile = api.post('/api/lead-imports/inspect', {
  name: 'leadImports.inspect',
  reads: ['custom_fields'],
  changesNothing: true,
  summary: 'Columns of an uploaded CSV or Excel file, and what each is taken for',
  description:
    'Columns are known by their names and values, also in exports of LinkedIn, Apollo, Hunter, GoHighLevel, HubSpot, Google Contacts and Outlook and of our own, in seven languages. The header is the first row that is as wide as the table. The mapping that the account used for the same columns last wins.',
  body: z.strictObject(file),
  reply: z.object({
    data: z.object({
      format: z.enum(IMPORT_FORMATS),
      encoding: z.nullable(z.string()),
      sheet: z.nullable(z.string()).check(z.describe('Of a workbook, the sheet that is read: its first')),
      remembered: z.boolean().check(z.describe('The mapping is the one used for these columns last')),
      columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()), target: ColumnTarget })),
    }),
  }),
  errors: ['not_found', 'conflict'],
})

/** A cell that cannot be brought into the form of its field. */
export const CellProblem = z.object({
  row: z.int(),
  column: z.string(),
  field: z.string(),
  value: z.string(),
  problem: z.string(),
  kept: z
    .nullable(z.enum(['needs_country', 'unreadable']))
    .check(z.describe('A phone number is kept as it stands: it needs a country, or is none of its country')),
})
export type CellProblem = z.output<typeof CellProblem>

export const checkLeadFile = api.post('/api/lead-imports/check', {
  name: 'leadImports.check',
  changesNothing: true,
  summary: 'Reads the whole file as an import would and says what is wrong with which cell; nothing is kept',
  body: z.strictObject({ ...file, ...reading }),
  reply: z.object({
    data: z.object({
      rows: z.int(),
      ready: z.int().check(z.describe('Rows that would be imported')),
      rejected: z.int().check(z.describe('Rows that would be left out')),
      problem_cells: z.int(),
      problem_rows: z.int(),
      need_country: z.int().check(z.describe('Phone numbers that a country would make readable')),
      problems: z.array(CellProblem).check(z.describe(`The first ${MAX_IMPORT_PROBLEMS}`)),
      reasons: z
        .array(z.object({ row: z.int(), reason: z.string() }))
        .check(z.describe('The first 100 rows that are left out for another reason than a cell')),
    }),
  }),
  errors: ['not_found', 'conflict'],
})

export const startLeadImport = api.post('/api/lead-imports', {
  name: 'leadImports.start',
  changes: ['lists', 'runs', 'list:*', 'history:*', 'custom_fields', 'me'],
  audit: 'run.started',
  summary:
    'Import leads from an uploaded CSV or Excel file into a new list or one that is there; it costs nothing',
  description:
    'A row needs a name with a company or domain, or a website, a LinkedIn URL or an email. Rows that mean one business or person become one lead, and rows whose lead is in the list already are merged into it by `merge`. `leadImports.result` has the token that undoes all of it.',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    upload_id: uploadId,
    encoding: file.encoding,
    to: z.union([
      z.strictObject({ list_id: Id }),
      z.strictObject({ new_list: text(150), type: z.enum(LIST_TYPE_LABELS) }),
    ]),
    ...reading,
    merge: z._default(z.enum(MERGE_POLICIES), 'fill'),
    merge_fields: z
      ._default(z.record(z.string().check(z.maxLength(60)), z.enum(MERGE_POLICIES)), {})
      .check(z.describe('Fields that are merged otherwise than `merge` says')),
    dated: z
      .optional(z.iso.datetime({ offset: true }))
      .check(
        z.describe(
          'When the values were true, such as the date of the file; the moment of the import by default',
        ),
      ),
  }),
  reply: z.object({
    data: z.object({ list: z.object({ id: Id, name: z.string(), type: z.string() }), run: Run }),
    message: z.optional(z.string()),
  }),
  errors: ['not_found', 'conflict'],
})

const runParams = z.object({ run_id: IdParam })

export const leadImportResult = api.get('/api/lead-imports/{run_id}', {
  name: 'leadImports.result',
  reads: ['run:{run_id}', 'history:*'],
  summary: 'What came of an import of leads',
  params: runParams,
  reply: z.object({
    data: z.object({
      run: Run,
      list: z.nullable(z.object({ id: Id, name: z.string(), type: z.enum(LIST_TYPE_LABELS) })),
      undo_token: z
        .nullable(Id)
        .check(z.describe('Undoes the whole import; null when it changed nothing or was undone')),
      undone_at: z.nullable(Timestamp),
    }),
  }),
})

export const leadImportRejected = api.post('/api/lead-imports/{run_id}/rejected', {
  name: 'leadImports.rejectedFile',
  scope: 'export',
  audit: 'export.created',
  summary: 'Ticket for the rows that were left out, as CSV with the reason',
  params: runParams,
  reply: z.object({ data: Ticket }),
})
