import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hiddenBy, type ListChange, rehideLeads, unhideLeads } from '#server/modules/leads/leads/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { candidateOf } from './read-value.ts'
import type { SuppressionCheck } from './suppression-check.ts'
import { deleteEntry, findEntry, lockList, type SuppressionRow } from './suppression-store.ts'

interface RemoveEntryDeps {
  db: Db
  check: Pick<SuppressionCheck, 'suppressed'>
  /** Keeps the numbers of the changed lists true. */
  count: (changes: ListChange[]) => Promise<void>
}

/** Takes values off the list of an account. */
export const createRemoveEntry = ({ db, check, count }: RemoveEntryDeps) => ({
  /** Removes their own entry; leads that no other entry hides come back. @throws AppError not_found. */
  remove: (actor: Actor, id: number): Promise<number> =>
    transaction(db, async () => {
      const { accountId } = actor
      await lockList(db, accountId)
      const entry: SuppressionRow | undefined = await findEntry(db, accountId, id)
      if (!entry) throw notFound('The entry')
      await deleteEntry(db, accountId, id)
      const hidden = await hiddenBy(db, id)
      const still: { account_id: number; list_id: number; id: number; entryId: number }[] = []
      for (const account of new Set(hidden.map((lead) => lead.account_id))) {
        const own = hidden.filter((lead) => lead.account_id === account)
        const others = await check.suppressed(
          account,
          own.map((lead) => candidateOf({ ...lead.fields, ...lead })),
        )
        for (const [index, lead] of own.entries()) {
          const other = others[index]
          if (other != null)
            still.push({ account_id: account, list_id: lead.list_id, id: lead.id, entryId: other })
        }
      }
      await rehideLeads(db, still)
      const changes = await unhideLeads(db, id)
      await count(changes)
      const leads = changes.reduce((sum, change) => sum + change.leads, 0)
      recordAudit(db, { accountId, subject: `suppression:${id}`, detail: { leads } })
      return leads
    }),
})
