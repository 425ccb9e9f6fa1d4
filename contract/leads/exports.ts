import * as z from 'zod/mini'
import { RUN_STATES } from '../activity/runs.ts'
import { Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { ExportTicket } from '../core/files.ts'
import { FileChoices } from './export-templates.ts'

/** Leads of an export: all of the list, filtered, or selected ones. */
export const EXPORTED_LEADS = ['all', 'filtered', 'selected'] as const

/** An export of a list with its options. */
export const ExportRecord = z.object({
  run_id: Id,
  state: z.enum(RUN_STATES),
  rows: z.int().check(z.describe('Leads in the file')),
  created_by: z.nullable(z.string()),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
  file: z
    .nullable(z.object({ bytes: z.int(), expires_at: Timestamp }))
    .check(z.describe('Until when the file can be downloaded again')),
  choices: z
    .nullable(
      z.extend(FileChoices, {
        delta: z.boolean(),
        template: z.nullable(z.string()).check(z.describe('Name of the template at the time')),
        leads: z.enum(EXPORTED_LEADS),
        selected: z.nullable(z.int()).check(z.describe('Number of selected leads')),
      }),
    )
    .check(z.describe('Null for old exports without stored choices')),
})
export type ExportRecord = z.output<typeof ExportRecord>

const api = defineArea({ tag: 'Leads', access: { module: 'leads' }, scope: 'write' })

export const exportHistory = api.get('/api/exports', {
  name: 'exports.index',
  reads: ['runs'],
  summary: 'Exports of a list with their choices, newest first',
  query: z.strictObject({ ...pageQuery, list_id: IdParam }),
  reply: page(ExportRecord),
  errors: ['not_found'],
})

export const repeatExport = api.create('/api/exports/{id}/repeat', {
  name: 'exports.repeat',
  scope: 'export',
  changes: ['runs', 'history:*'],
  audit: 'export.created',
  summary: 'Export a list again with the choices of an earlier export; `id` is its run',
  description:
    'A new file with the current leads. Columns that the list no longer has are left out. `conflict` for an old export without stored choices.',
  idempotent: true,
  reply: z.object({ data: ExportTicket }),
  errors: ['conflict'],
})
