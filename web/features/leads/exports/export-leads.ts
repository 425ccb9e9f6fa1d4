import type * as z from 'zod/mini'
import type { DoubtfulEmail } from '#contract/activity/run-kinds/crm.ts'
import type { SenderId } from '#contract/core/crms/index.ts'
import { type ExportTicket, exportList } from '#contract/core/files.ts'
import type { ExportFormat, FileChoices, OtherEmails } from '#contract/leads/export-templates.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { formatCount, formatDay } from '#web/lib/format.ts'
import type { LeadRequest, LeadSelection } from '#web/lib/lead-actions.ts'
import { MAX_SELECTED_IDS } from '../lead-data/selection.ts'
import { findLayout } from '../lead-data/use-grid-columns.ts'
import { downloadExport } from './download-export.ts'
import { type ExportedRows, exportedRows } from './exported-rows.ts'

/** Contents of an export file. */
export interface ExportChoices {
  rows: ExportedRows
  columns: 'view' | 'all'
  provenance: boolean
  evidence: boolean
  bom: boolean
  format: ExportFormat
  /** Only leads this person has not downloaded from the list before. */
  delta: boolean
  emails: ExportedEmails
  /** In the form of a sender, which overrides the others too. */
  sender: SenderId | null
  doubtful: DoubtfulEmail[]
  /** A template overrides columns, format and addresses. */
  templateId: number | null
}

/** Which addresses are written: all, verified ones with other cells empty, or only leads with a verified one. */
export type ExportedEmails = 'all' | OtherEmails

/** The request covers everything the page shows. */
export const isWholeView = (selection: LeadSelection): boolean =>
  'filters' in selection && selection.first === undefined

/** Why this many leads cannot be selected; undefined when they can. */
export const tooManyPicked = ({ selection, count }: LeadRequest): string | undefined =>
  !isWholeView(selection) && count > MAX_SELECTED_IDS
    ? `At most ${formatCount(MAX_SELECTED_IDS, 'lead')} can be selected one by one. Select all results instead.`
    : undefined

/** Default export: the requested leads with the visible columns. */
export const usualChoices = ({ selection }: LeadRequest): ExportChoices => ({
  rows: isWholeView(selection) ? 'view' : 'selection',
  columns: 'view',
  provenance: false,
  evidence: false,
  // Without it, Excel on Windows shows letters with accents wrongly.
  bom: true,
  format: 'csv',
  delta: false,
  emails: 'all',
  sender: null,
  doubtful: [],
  templateId: null,
})

/** An address is never exported without its state: a state column follows it unless there is one already. */
export const withEmailState = (fields: readonly string[]): string[] =>
  fields.includes('email_state')
    ? [...fields]
    : fields.flatMap((field) => (field === 'email' ? [field, 'email_state'] : [field]))

/** Contents of the file without a template, as the request takes them. */
export function inFile(leadRequest: LeadRequest, choices: ExportChoices): FileChoices {
  const { columns, provenance, evidence, bom, format, emails, sender, doubtful } = choices
  if (sender) return { sender, doubtful, bom: false }
  const shown = findLayout(leadRequest.target.type).get().columns.shown
  return {
    ...(columns === 'view' && { columns: withEmailState(shown.map(({ field }) => field)) }),
    provenance,
    ...(evidence && { evidence }),
    bom: bom && format === 'csv',
    format,
    ...(emails !== 'all' && { email_states: ['valid' as const], other_emails: emails }),
  }
}

/** Downloads the file of a ticket, and reports what it leaves out. */
export function fetchExport({ left_out, expiring, ...ticket }: z.output<typeof ExportTicket>): void {
  const left = left_out?.length ? `. Columns no longer in this list: ${left_out.join(', ')}` : ''
  const expiryNote = expiring
    ? `. ${formatCount(expiring.leads, 'lead')} with values that can’t be kept permanently: delete them from your copies by ${formatDay(expiring.delete_by)}`
    : ''
  downloadExport(ticket, `${left}${expiryNote}`)
}

/** Starts the download of leads. @throws ApiError if the server refuses it. */
export async function exportLeads(leadRequest: LeadRequest, choices: ExportChoices): Promise<void> {
  const problem = choices.rows === 'selection' ? tooManyPicked(leadRequest) : undefined
  if (problem) throw new ApiError({ code: 'validation_failed', message: problem, status: 422 })
  const body = {
    list_id: leadRequest.target.id,
    ...(await exportedRows(leadRequest, choices.rows)),
    ...(choices.templateId === null ? inFile(leadRequest, choices) : { template_id: choices.templateId }),
    delta: choices.delta,
  }
  // Shown instead: a toast that names the file and where its progress is shown
  const { data } = await call(exportList, { body, quiet: true })
  fetchExport(data)
}

/** Exports with the default choices in one click. */
export const exportAtOnce = (leadRequest: LeadRequest): Promise<void> =>
  exportLeads(leadRequest, usualChoices(leadRequest))
