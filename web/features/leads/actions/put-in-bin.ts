import { deleteLeads, restoreLeads } from '#contract/leads.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadOrder } from '#web/lib/lead-actions.ts'
import { showUndoToast } from '#web/ui/undo-toast.ts'

/** Puts leads in the trash, with ten seconds to take it back. */
export async function putInBin({ target, selection }: LeadOrder): Promise<void> {
  const { count, undo_token } = await call(deleteLeads, { params: target, body: selection, quiet: true })
  const takeBack = async () => {
    if (undo_token === undefined) return
    await call(restoreLeads, { params: target, body: { undo_token } })
  }
  // What goes wrong with taking it back is said by the call itself.
  showUndoToast(`${formatCount(count, 'lead')} deleted`, () => void takeBack().catch(() => {}))
}
