import type { Website } from '#contract/sources/websites.ts'
import { showRun } from '#server/modules/activity/runs/index.ts'
import { findOwnList } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { presentVisit, presentWebsite } from './present-website.ts'
import * as store from './websites-store.ts'

/** A run's unread websites: all at first, the rest after a crash. */
export const listUnreadWebsites = (ctx: Context, accountId: number, runId: number) =>
  store.findUnfinished(ctx.db, accountId, runId)

/** A website's last result for the account; null without one. */
export async function findNewestReport(
  ctx: Context,
  accountId: number,
  domain: string,
): Promise<Website | null> {
  const row = await store.findNewestReport(ctx.db, accountId, domain)
  return row ? presentWebsite(row) : null
}

/** A run's websites with their state and progress. */
export async function listRunWebsites(
  ctx: Context,
  actor: Actor,
  runId: number,
  query: { page: number; limit: number },
) {
  await showRun(ctx, actor, runId)
  const { rows, total } = await store.listVisits(ctx.db, actor.accountId, runId, query)
  return pageReply(rows.map(presentVisit), query, total)
}

/** What the websites of a list's leads showed last. */
export async function listListWebsites(
  ctx: Context,
  actor: Actor,
  listId: number,
  query: { page: number; limit: number; run_id?: number; domain?: string },
) {
  await findOwnList(ctx, actor, listId)
  const { rows, total } = await store.listReports(ctx.db, actor.accountId, listId, {
    ...query,
    runId: query.run_id,
  })
  return pageReply(rows.map(presentWebsite), query, total)
}
