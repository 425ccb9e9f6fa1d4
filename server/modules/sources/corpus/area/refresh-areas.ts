import type { RefreshSchedule } from '#contract/sources/corpus-area-shapes.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { isTimeZone } from '#server/platform/text/time-zone.ts'
import { setProblem, setSchedule, takeDue } from './area-store.ts'
import { getArea, planRefresh, UP_TO_DATE } from './plan-fetch.ts'
import { presentArea } from './present-area.ts'
import { startAreaRefresh } from './start-fetch.ts'

/** The person of a scheduled refresh: whoever set the schedule, without a request. */
const makeActor = (due: { account_id: number; user_id: number }): Actor => ({
  userId: due.user_id,
  accountId: due.account_id,
  realmId: 0,
  credential: { kind: 'session', id: 0, expiresAt: null },
  scopes: null,
  role: 'admin',
  staffRole: 'owner',
  modules: [],
  isMainUser: false,
  accessToWallet: false,
  timeZone: 'UTC',
  acting: null,
})

const FAULT = 'Something went wrong here. Refresh it by hand, or wait for its next date'

/** Sets when a source is refreshed. @throws AppError not_found, conflict for a source that was not fetched by area. */
export function scheduleAreaRefresh(ctx: Context, actor: Actor, sourceId: number, schedule: RefreshSchedule) {
  if (!isTimeZone(schedule.time_zone))
    throw invalidField(
      'time_zone',
      `Unknown time zone "${schedule.time_zone}". Enter one such as Europe/Oslo`,
    )
  return transaction(ctx.db, async () => {
    const { row } = await getArea(ctx.db, sourceId)
    await setSchedule(ctx.db, sourceId, schedule, {
      accountId: actor.accountId,
      userId: actor.userId,
      now: ctx.clock.now(),
    })
    const { every } = schedule
    recordAudit(ctx.db, {
      accountId: actor.accountId,
      subject: `corpus_source:${sourceId}`,
      detail: { name: row.name, every },
    })
    return presentArea((await getArea(ctx.db, sourceId)).area)
  })
}

/**
 * Starts due refreshes. Each source once with any number of processes; one that cannot be started records why
 * and is retried at its next date.
 */
export async function startDueAreaRefreshes(ctx: Context, now = ctx.clock.now()): Promise<void> {
  await forEachItem(
    'sources',
    await transaction(ctx.db, () => takeDue(ctx.db, now)),
    async (due) => {
      try {
        await startAreaRefresh(ctx, makeActor(due), await planRefresh(ctx, due.source_id))
        await setProblem(ctx.db, due.source_id, null)
      } catch (error) {
        const refusal = error instanceof AppError ? error : null
        // Usually nothing is newer.
        const isProblem = refusal?.details?.code !== UP_TO_DATE
        await setProblem(ctx.db, due.source_id, isProblem ? (refusal?.message ?? FAULT) : null)
        if (!refusal) throw error
      }
    },
    { nameItem: ({ source_id }) => source_id },
  )
}
