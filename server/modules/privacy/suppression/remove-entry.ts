import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hiddenBy, rehideLeads, unhideLeads } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { addToCounts } from './add-to-counts.ts'
import { makeCandidate } from './read-value.ts'
import { findSuppressing } from './suppression-check.ts'
import { deleteEntry, findEntry, lockList, type SuppressionRow } from './suppression-store.ts'

/** Removes their own entry; leads that no other entry hides come back. @throws AppError not_found. */
export const removeSuppression = (ctx: Context, actor: Actor, id: number): Promise<number> =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    await lockList(ctx.db, accountId)
    const entry: SuppressionRow | undefined = await findEntry(ctx.db, accountId, id)
    if (!entry) throw notFound('The entry')
    await deleteEntry(ctx.db, accountId, id)
    const hidden = await hiddenBy(ctx.db, id)
    const still: { account_id: number; list_id: number; id: number; entryId: number }[] = []
    for (const account of new Set(hidden.map((lead) => lead.account_id))) {
      const own = hidden.filter((lead) => lead.account_id === account)
      const others = await findSuppressing(
        ctx,
        account,
        own.map((lead) => makeCandidate({ ...lead.fields, ...lead })),
      )
      for (const [index, lead] of own.entries()) {
        const other = others[index]
        if (other != null)
          still.push({ account_id: account, list_id: lead.list_id, id: lead.id, entryId: other })
      }
    }
    await rehideLeads(ctx.db, still)
    const changes = await unhideLeads(ctx.db, id)
    await addToCounts(ctx, changes)
    const leads = changes.reduce((sum, change) => sum + change.leads, 0)
    recordAudit(ctx.db, { accountId, subject: `suppression:${id}`, detail: { leads } })
    return leads
  })
