import type { LeadStatus } from '#contract/leads/lead-statuses.ts'
import { emitWins } from '#server/modules/activity/webhooks/index.ts'
import {
  type ChangePlace,
  holdLeads,
  insertSameChange,
  writeLeads,
} from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'

/** Sets the status of leads that have another one, or one of `from`. @returns how many. */
export async function setStatus(
  db: Db,
  place: ChangePlace,
  {
    ids,
    status,
    historyId,
    from,
  }: { ids: number[]; status: LeadStatus; historyId: number; from?: readonly LeadStatus[] },
): Promise<number> {
  const { accountId, listId } = place
  const locked = await holdLeads(db, { accountId, listId, ids })
  const others = locked.filter(
    (lead) => lead.lead_status !== status && (!from || from.includes(lead.lead_status)),
  )
  const byStatus = Map.groupBy(others, (lead) => lead.lead_status)
  for (const [before, leads] of byStatus) {
    const same = leads.map(({ id }) => id)
    await writeLeads(db, { accountId, listId, ids: same }, { lead_status: status })
    await emitWins(
      db,
      { accountId, listId },
      same.map((id) => ({ id, before, after: status })),
    )
    await insertSameChange(db, { accountId, historyId }, same, {
      before: { values: { lead_status: before } },
      after: { values: { lead_status: status } },
    })
  }
  return others.length
}
