import { trainingCrawlRun } from '#contract/activity/run-kinds/ai-training.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findNamedHost } from '#server/website-reader/index.ts'
import { rememberWebsite } from './crawl-store.ts'
import { websiteName } from './website-name.ts'

/** @throws AppError validation_failed for a non-public address. */
export async function startCrawl(
  ctx: Context,
  actor: Actor,
  request: { address: string; field: string; pages: number; refresh: boolean },
) {
  const { address, field, pages, refresh } = request
  const url = new URL(address)
  if (url.username || url.password || url.port || !findNamedHost(url.hostname))
    throw invalidField(field, MESSAGES.url)
  url.hash = ''
  const website = websiteName(url.href)
  return transaction(ctx.db, async () => {
    const { run } = await startRun(ctx, actor, trainingCrawlRun, {
      title: pages === 1 ? url.href.slice(0, 180) : website,
      plan: { input: { website, start: url.href, pages, refresh }, total: pages },
    })
    const { accountId, userId } = actor
    if (pages > 1)
      await rememberWebsite(ctx.db, {
        accountId,
        userId,
        website,
        start: url.href,
        wanted: pages,
        runId: run.id,
      })
    return run
  })
}
