import { deleteLeads } from '#contract/leads/leads.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadRequest } from '#web/lib/lead-actions.ts'
import { offerUndo } from '../lead-data/undo-change.ts'

/** Moves leads to the trash, with undo for ten seconds. */
export async function putInBin({ target, selection }: LeadRequest): Promise<void> {
  // Shown instead: a toast with Undo
  const { count, ...reply } = await call(deleteLeads, { params: target, body: selection, quiet: true })
  offerUndo(target, { ...reply, message: `${formatCount(count, 'lead')} deleted` })
}
