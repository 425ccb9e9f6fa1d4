import type { Autopilot } from '#contract/prospecting/autopilots.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { AutopilotDeps } from './autopilot-deps.ts'
import { type AutopilotView, findView, lastRuns, pageOfAutopilots, pageOfRuns } from './autopilots-reads.ts'
import { leadsSince } from './autopilots-store.ts'
import { presentAutopilot, presentAutopilotRun } from './present-autopilot.ts'
import { monthStart } from './slots.ts'

/** Autopilots and their runs for display. */
export function createAutopilotReads({ db, clock }: Pick<AutopilotDeps, 'db' | 'clock'>) {
  async function present(accountId: number, views: readonly AutopilotView[]): Promise<Autopilot[]> {
    const now = await clock(db)
    const last = await lastRuns(
      db,
      accountId,
      views.map(({ id }) => id),
    )
    const months = views.map(({ id, time_zone }) => ({ id, since: monthStart(now, time_zone) }))
    const leadCounts = await leadsSince(db, accountId, months)
    return views.map((view) =>
      presentAutopilot(view, { last: last.get(view.id), monthLeads: leadCounts.get(view.id) ?? 0 }),
    )
  }

  async function show(actor: Actor, id: number): Promise<Autopilot> {
    const view = await findView(db, actor.accountId, id)
    if (!view) throw notFound('The autopilot')
    const [shown] = await present(actor.accountId, [view])
    return shown as Autopilot
  }

  return {
    show,

    async page(actor: Actor, query: Parameters<typeof pageOfAutopilots>[2]) {
      const { rows, total } = await pageOfAutopilots(db, actor.accountId, query)
      const data = await present(actor.accountId, rows)
      return { data, currentPage: query.page, pageSize: query.limit, total }
    },

    async runs(actor: Actor, id: number, query: { page: number; limit: number }) {
      await show(actor, id)
      const { rows, total } = await pageOfRuns(db, actor.accountId, id, query)
      return { data: rows.map(presentAutopilotRun), currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export type AutopilotReads = ReturnType<typeof createAutopilotReads>
