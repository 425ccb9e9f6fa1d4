import type { TrainingWebsite } from '#contract/ai/ai-training-websites.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { memberActor } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { type Actor, hasModule } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import {
  claimDueWebsite,
  type DueWebsite,
  dueWebsites,
  listWebsites,
  setRefresh,
  type WebsiteRow,
} from './crawl-store.ts'
import { presentWebsite } from './present-crawl.ts'
import { startCrawl } from './start-crawl.ts'

/** The module a refresh requires, like a manual crawl. */
const MODULE = 'ai_suggest'

export const listRefreshedWebsites = async (ctx: Context, accountId: number) =>
  (await listWebsites(ctx.db, accountId)).map(presentWebsite)

export const scheduleWebsiteRefresh = (
  ctx: Context,
  actor: Actor,
  id: number,
  days: number,
): Promise<TrainingWebsite> =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    if (!(await setRefresh(ctx.db, accountId, id, days))) throw notFound('The website')
    recordAudit(ctx.db, { accountId, subject: `ai_training_website:${id}`, detail: { days } })
    const row = (await listWebsites(ctx.db, accountId)).find((website) => website.id === id)
    return presentWebsite(row as WebsiteRow & { pages: number })
  })

/**
 * Refreshes due websites, each once however many processes do this; one that cannot be started does not block
 * others. After an error it stays due; what is refused or no longer permitted waits for its next date.
 */
export async function startDueRefreshes(ctx: Context, now = ctx.clock.now()): Promise<void> {
  const refresh = ({ account_id, id }: DueWebsite) =>
    transaction(ctx.db, async () => {
      const due = await claimDueWebsite(ctx.db, { account_id, id }, now)
      const actor = due && (await memberActor.ask(ctx, { accountId: account_id, userId: due.created_by }))
      if (!actor || !hasModule(actor, MODULE)) return
      const { start, wanted } = due as WebsiteRow
      await startCrawl(ctx, actor, { address: start, field: 'website', pages: wanted, refresh: true })
    })
  await forEachItem('websites', await dueWebsites(ctx.db, now), async (website) => {
    try {
      await refresh(website)
    } catch (error) {
      // A refusal would only repeat in ten minutes.
      if (error instanceof AppError) await claimDueWebsite(ctx.db, website, now)
      throw error
    }
  })
}
