import type { Autopilot } from '#contract/prospecting/autopilots.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Actor, seenLists } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import * as reads from './autopilots-reads.ts'
import { type AutopilotView, findView, lastRuns, listRuns } from './autopilots-reads.ts'
import { leadsSince } from './autopilots-store.ts'
import { presentAutopilot, presentAutopilotRun } from './present-autopilot.ts'
import { scheduleNow } from './schedule-clock.ts'
import { monthStart } from './slots.ts'

async function presentAll(
  ctx: Context,
  accountId: number,
  views: readonly AutopilotView[],
): Promise<Autopilot[]> {
  const now = await scheduleNow(ctx)
  const last = await lastRuns(
    ctx.db,
    accountId,
    views.map(({ id }) => id),
  )
  const months = views.map(({ id, time_zone }) => ({ id, since: monthStart(now, time_zone) }))
  const leadCounts = await leadsSince(ctx.db, accountId, months)
  return views.map((view) =>
    presentAutopilot(view, { last: last.get(view.id), monthLeads: leadCounts.get(view.id) ?? 0 }),
  )
}

/** @throws AppError not_found. */
export async function showAutopilot(ctx: Context, actor: Actor, id: number): Promise<Autopilot> {
  const view = await findView(ctx.db, seenLists(actor), id)
  if (!view) throw notFound('The autopilot')
  const [shown] = await presentAll(ctx, actor.accountId, [view])
  return shown as Autopilot
}

export async function listAutopilots(
  ctx: Context,
  actor: Actor,
  query: Parameters<typeof reads.listAutopilots>[2],
) {
  const { rows, total } = await reads.listAutopilots(ctx.db, seenLists(actor), query)
  const data = await presentAll(ctx, actor.accountId, rows)
  return pageReply(data, query, total)
}

export async function listAutopilotRuns(
  ctx: Context,
  actor: Actor,
  id: number,
  query: { page: number; limit: number },
) {
  await showAutopilot(ctx, actor, id)
  const { rows, total } = await listRuns(ctx.db, actor.accountId, id, query)
  return pageReply(rows.map(presentAutopilotRun), query, total)
}
