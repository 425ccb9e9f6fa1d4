import { LeadFilters } from '#contract/leads/leads.ts'
import { MAX_LIST_NAME } from '#contract/prospecting/searches.ts'
import type { LeadsService } from '#server/modules/leads/leads/index.ts'
import { type ListsService, recordHistory } from '#server/modules/leads/lists/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { cutText } from '#server/platform/text/cut-text.ts'
import { insertLeadCopies } from './copy-leads.ts'
import { beforeTextIndex } from './text-index.ts'

const SUFFIX = ' (copy)'

interface DuplicateDeps {
  db: Db
  queue: Pick<Queue, 'send'>
  leads: LeadsService
  lists: ListsService
}

export const createListDuplicates = ({ db, queue, leads, lists }: DuplicateDeps) => ({
  /**
   * A copy of a list with its search, tags, source and active leads.
   * @throws AppError not_found.
   */
  duplicate: (actor: Actor, id: number): Promise<{ id: number; count: number }> =>
    transaction(db, async () => {
      const { accountId, userId } = actor
      const from = await lists.find(actor, id)
      const to = await lists.create(actor, {
        name: `${cutText(from.name, MAX_LIST_NAME - SUFFIX.length)}${SUFFIX}`,
        type: from.type,
        search: from.search,
        tags: from.tags,
        leadSource: from.lead_source,
      })
      const scope = await leads.scopeOf(actor, id, from.type)
      const ids = await leads.idsOf(scope, { filters: LeadFilters.parse({}) })
      const { count } = await beforeTextIndex({ db, queue }, async () => {
        const { leads: count, emails } = await insertLeadCopies(db, { accountId, listId: id }, ids, to.id)
        await lists.addToCounts(accountId, to.id, { leads: count, emails })
        return { count }
      })
      const detail = { from: { id, name: from.name }, to: { id: to.id, name: to.name }, count }
      if (count > 0)
        await recordHistory(
          db,
          [id, to.id].map(
            (listId) => ({ accountId, listId, userId, event: 'leads.copied', detail }) as const,
          ),
        )
      return { id: to.id, count }
    }),
})
