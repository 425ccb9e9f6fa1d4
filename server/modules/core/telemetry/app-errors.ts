import { AsyncResource } from 'node:async_hooks'
import type { AppErrorGroup, AppErrorSample, AppErrorSource } from '#contract/core/app-errors.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, isConnectionError, transaction } from '#server/platform/db/db.ts'
import { storableText } from '#server/platform/db/storable.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { currentCall, markUnchanged } from '#server/platform/http/current-call.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import type { ErrorFacts } from '#server/platform/log.ts'
import { pick } from '#server/platform/pick.ts'
import { isLaterRelease, RELEASE } from '#server/platform/release.ts'
import { isDiskFull } from '#server/platform/storage/disk-full.ts'
import { scrub } from '#server/platform/text/scrub.ts'
import * as store from './app-errors-store.ts'
import { errorKey } from './error-key.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** Errors of browsers and of this process. */
    errors: AppErrors
  }
}

const LONGEST_TITLE = 300
const LONGEST = { message: 4000, err: 20_000, info: 4000 } as const
const HOUR_MS = 60 * 60 * 1000
/** Errors known to this process to have reached their hourly limit. */
const KNOWN_FULL = 500

interface Occurrence {
  source: AppErrorSource
  message: string
  stack: string | null
  info: string | null
  key?: string
  release?: string
  userAgent?: string | null
  accountId?: number | null
  userId?: number | null
}

const clean = (text: string, max: number): string => storableText(scrub(text.slice(0, max)))

/** Only numbers count, and no report can be from a future release. */
function readRelease(reported: string | undefined): string {
  if (reported === undefined || !/^\d+(\.\d+)*([+-][\w.]+)?$/.test(reported)) return RELEASE
  return isLaterRelease(reported, RELEASE) ? RELEASE : reported
}

const present = (row: store.GroupRow): AppErrorGroup => ({
  ...pick(row, 'id', 'key', 'source', 'title'),
  state: row.solved_at ? 'solved' : 'open',
  occurrences: row.occurrences,
  last_24_hours: row.last_24_hours,
  first_seen_at: row.first_seen_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  first_release: row.first_release,
  release: row.release,
  solved_at: row.solved_at?.toISOString() ?? null,
  solved_by: row.solver,
  solved_release: row.solved_release,
  reopened_at: row.reopened_at?.toISOString() ?? null,
})

const presentSample = (row: Awaited<ReturnType<typeof store.listSamples>>[number]): AppErrorSample => ({
  id: row.id,
  at: row.created_at.toISOString(),
  message: row.message,
  stack: row.err,
  ...pick(row, 'info', 'release', 'user_agent', 'account_id', 'user_id'),
})

/** Records occurrences: grouped, counted by hour, with samples free of personal data. */
function createRecorder(db: Db, clock: Clock) {
  /** Hours by key that have reached the limit, so that a flood costs no query. */
  const full = new Map<string, number>()

  return async function record(occurrence: Occurrence): Promise<void> {
    const key = errorKey(occurrence)
    const hour = Math.floor(clock.now().getTime() / HOUR_MS)
    if (full.get(key) === hour) return
    const release = readRelease(occurrence.release)
    const message = clean(occurrence.message, LONGEST.message)
    const title = (message.split('\n')[0] ?? '').slice(0, LONGEST_TITLE) || 'Error without a message'
    const isCounted = await transaction(db, async () => {
      const group = await store.meetGroup(db, { key, source: occurrence.source, title, release })
      if (!(await store.countInHour(db, group.id))) return false
      await store.countInGroup(db, group.id, {
        release: group.release && isLaterRelease(group.release, release) ? group.release : release,
        reopen: group.solved_at !== null && isLaterRelease(release, group.solved_release ?? release),
      })
      await store.storeSample(db, {
        group_id: group.id,
        account_id: occurrence.accountId ?? null,
        user_id: occurrence.userId ?? null,
        message,
        err: occurrence.stack === null ? null : clean(occurrence.stack, LONGEST.err),
        info: occurrence.info === null ? null : clean(occurrence.info, LONGEST.info),
        release,
        user_agent: occurrence.userAgent ?? null,
      })
      return true
    })
    if (isCounted) return
    if (full.size >= KNOWN_FULL) full.clear()
    full.set(key, hour)
  }
}

/** Writes errors of the web application and of the server, for operators. The hours of full keys are by `clock`. */
export function createAppErrors(db: Db, clock: Clock = systemClock) {
  const record = createRecorder(db, clock)
  // A report belongs to no request and to none of its transactions.
  const outside = new AsyncResource('app-errors')
  const open = new Set<Promise<void>>()

  return {
    record,

    /** Records a server error soon; never throws. Errors caused only by a missing database or disk are not recorded. */
    reportServerError(error: Error, message: string, facts: ErrorFacts): void {
      if (isConnectionError(error) || isDiskFull(error)) return
      const actor = currentCall()?.actor
      const { url } = facts
      const about = { ...facts, ...(typeof url === 'string' && { url: url.split('?')[0] }) }
      const report = outside.runInAsyncScope(() =>
        record({
          source: 'server',
          message: `${error.name}: ${error.message}`,
          stack: error.stack ?? null,
          info: [message, JSON.stringify(about)].join('\n'),
          accountId: actor?.accountId ?? null,
          userId: actor?.userId ?? null,
        }),
      )
      const done = report.catch(() => {}).finally(() => open.delete(done))
      open.add(done)
    },

    /** Waits for pending reports. */
    async settled(): Promise<void> {
      await Promise.all(open)
    },
  }
}

type AppErrors = ReturnType<typeof createAppErrors>

export async function listAppErrors(ctx: Context, query: store.GroupsQuery) {
  const { rows, total } = await store.listGroups(ctx.db, query)
  return pageReply(rows.map(present), query, total)
}

async function findGroup(ctx: Context, id: number): Promise<store.GroupRow> {
  const row = await store.findGroup(ctx.db, id)
  if (!row) throw notFound('The error')
  return row
}

/** @throws AppError not_found. */
export async function showAppError(ctx: Context, id: number) {
  const row = await findGroup(ctx, id)
  const [hours, samples] = [await store.listHours(ctx.db, id), await store.listSamples(ctx.db, id)]
  return {
    ...present(row),
    hours: hours.map(({ hour, occurrences }) => ({ hour: hour.toISOString(), occurrences })),
    samples: samples.map(presentSample),
  }
}

/** Marks an error as solved by this release, or as open again. @throws AppError not_found. */
export const setAppErrorSolved = (
  ctx: Context,
  actor: Actor,
  id: number,
  solved: boolean,
): Promise<AppErrorGroup> =>
  transaction(ctx.db, async () => {
    const { title } = await findGroup(ctx, id)
    const change = solved ? { by: actor.userId, release: RELEASE } : null
    if (await store.setSolved(ctx.db, id, change))
      recordAudit(ctx.db, { accountId: actor.accountId, subject: `app_error:${id}`, detail: { title } })
    else markUnchanged()
    return present(await findGroup(ctx, id))
  })
