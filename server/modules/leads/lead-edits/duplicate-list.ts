import { LeadFilters } from '#contract/leads/leads.ts'
import { MAX_LIST_NAME } from '#contract/prospecting/searches.ts'
import { findLeadIds, findLeadScope } from '#server/modules/leads/leads/index.ts'
import { addToListCounts, createList, findOwnList, recordHistory } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { cutText } from '#server/platform/text/cut-text.ts'
import { insertLeadCopies } from './copy-leads.ts'
import { beforeTextIndex } from './text-index.ts'

const SUFFIX = ' (copy)'

/**
 * A copy of a list with its search, folder, tags, source and active leads.
 * @throws AppError not_found.
 */
export const duplicateList = (
  ctx: Context,
  actor: Actor,
  id: number,
): Promise<{ id: number; count: number }> =>
  transaction(ctx.db, async () => {
    const { accountId, userId } = actor
    const from = await findOwnList(ctx, actor, id)
    const to = await createList(ctx, actor, {
      name: `${cutText(from.name, MAX_LIST_NAME - SUFFIX.length)}${SUFFIX}`,
      type: from.type,
      search: from.search,
      tags: from.tags,
      leadSource: from.lead_source,
      folder: from.folder,
    })
    const scope = await findLeadScope(ctx, actor, id, from.type)
    const ids = await findLeadIds(ctx, scope, { filters: LeadFilters.parse({}) })
    const { count } = await beforeTextIndex(ctx, async () => {
      const { leads: count, emails } = await insertLeadCopies(ctx.db, { accountId, listId: id }, ids, to.id)
      await addToListCounts(ctx, accountId, to.id, { leads: count, emails })
      return { count }
    })
    const detail = { from: { id, name: from.name }, to: { id: to.id, name: to.name }, count }
    if (count > 0)
      await recordHistory(
        ctx.db,
        [id, to.id].map((listId) => ({ accountId, listId, userId, event: 'leads.copied', detail }) as const),
      )
    return { id: to.id, count }
  })
