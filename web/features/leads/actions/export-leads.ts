import { exportList } from '#contract/files.ts'
import { leads } from '#contract/leads.ts'
import { ApiError, call, download } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadOrder, LeadSelection } from '#web/lib/lead-actions.ts'
import { showToast } from '#web/lib/toast.ts'
import { visibleColumns } from '../grid/column-prefs.ts'
import { currentPrefs } from '../grid/use-column-prefs.ts'
import { firstIds } from './first-ids.ts'
import { MAX_SELECTED_IDS } from './selection.ts'

/** What a file of leads holds. */
export interface ExportChoices {
  rows: 'view' | 'selection'
  columns: 'shown' | 'all'
  provenance: boolean
  bom: boolean
}

/** The order is about everything that the page shows. */
export const isWholeView = (selection: LeadSelection): boolean =>
  'filters' in selection && selection.first === undefined

/** Why so many leads cannot be picked out; undefined when they can. */
export const tooManyPicked = ({ selection, count }: LeadOrder): string | undefined =>
  !isWholeView(selection) && count > MAX_SELECTED_IDS
    ? `At most ${formatCount(MAX_SELECTED_IDS, 'lead')} can be picked out. Select all results instead.`
    : undefined

/** What an export holds unless somebody chooses otherwise: the leads of the order, with the columns in sight. */
export const usualChoices = ({ selection }: LeadOrder): ExportChoices => ({
  rows: isWholeView(selection) ? 'view' : 'selection',
  columns: 'shown',
  provenance: false,
  bom: false,
})

/** Which rows the export call takes. The first N of a query are named one by one: the call knows no N. */
async function rowsOf({ target, selection, view }: LeadOrder, rows: ExportChoices['rows']) {
  if (rows === 'view') return { filters: view.filters }
  if ('resultIds' in selection || selection.first === undefined) return selection
  const { filters, first } = selection
  const resultIds = await firstIds(first, (page, limit) =>
    call(leads, { params: target, body: { ...filters, page, limit }, quiet: true, read: true }),
  )
  return { resultIds }
}

/** Starts the download of leads. @throws ApiError when the server does not give it. */
export async function exportLeads(order: LeadOrder, choices: ExportChoices): Promise<void> {
  const { columns, provenance, bom } = choices
  const problem = choices.rows === 'selection' ? tooManyPicked(order) : undefined
  if (problem) throw new ApiError({ code: 'validation_failed', message: problem, status: 422 })
  const body = {
    list_id: order.target.id,
    ...(await rowsOf(order, choices.rows)),
    ...(columns === 'shown' ? { columns: visibleColumns(currentPrefs(order.target.type)) } : {}),
    provenance,
    bom,
  }
  const { data } = await call(exportList, { body, quiet: true })
  download(data.url)
  showToast({ kind: 'info', message: `Exporting ${data.filename}. See Runs for its progress` })
}

/** The same with the usual choices: one click. */
export const exportAtOnce = (order: LeadOrder): Promise<void> => exportLeads(order, usualChoices(order))
