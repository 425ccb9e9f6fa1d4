import type { BackupEvent, BackupFile } from '#contract/admin/backups.ts'
import { notifyBackupFailed } from '#server/modules/activity/notifications/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { issueTicket } from '#server/modules/core/files/index.ts'
import { requireSessionOwner } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { endPause, findPause } from '#server/platform/pause.ts'
import { countQueues } from '#server/platform/queue/queue-jobs.ts'
import { insertEvent, listChecks, listEvents } from './backups-store.ts'

export const BACKUP_JOB = 'backup'
export const CHECK_JOB = 'backup-check'
export const BACKUP_TICKET = 'backup'

const EVENTS_SHOWN = 20

async function isWorking({ db }: Context): Promise<boolean> {
  const queues = await countQueues(db)
  return queues.some(
    ({ queue, waiting, running }) => [BACKUP_JOB, CHECK_JOB].includes(queue) && waiting + running > 0,
  )
}

async function listFiles(ctx: Context): Promise<BackupFile[]> {
  const [files, checks] = await Promise.all([ctx.backups.list(), listChecks(ctx.db)])
  const checked = new Map(checks.map((check) => [check.file, check]))
  return files.map(({ name, bytes, madeAt }) => {
    const check = checked.get(name)
    return {
      name,
      bytes,
      made_at: madeAt.toISOString(),
      checked_at: check?.finished_at.toISOString() ?? null,
      problem: check?.problem ?? null,
    }
  })
}

export async function showBackups(ctx: Context) {
  const { place, hour, keep, isEncrypted } = ctx.backups
  const found = await listFiles(ctx).then(
    (files) => ({ files, problem: null }),
    (error: unknown) => {
      ctx.log.warn({ err: error }, 'the backups can’t be listed')
      return { files: [], problem: ctx.backups.explain(error) }
    },
  )
  const events = (await listEvents(ctx.db, EVENTS_SHOWN)).map(
    ({ started_at, finished_at, ...event }): BackupEvent => ({
      ...event,
      started_at: started_at.toISOString(),
      finished_at: finished_at.toISOString(),
    }),
  )
  const paused = await findPause(ctx.db)
  return {
    place,
    hour,
    keep,
    encrypted: isEncrypted,
    working: await isWorking(ctx),
    ...found,
    events,
    paused_since: paused?.toISOString() ?? null,
  }
}

/** Does it, and notes what came of it for people and monitoring. A lost database must not hide what went wrong. */
async function note(
  ctx: Context,
  kind: BackupEvent['kind'],
  work: () => Promise<{ name: string; bytes: number | null }>,
  file: string | null = null,
): Promise<void> {
  const started_at = ctx.clock.now()
  try {
    const { name, bytes } = await work()
    await insertEvent(ctx.db, { kind, file: name, bytes, started_at, problem: null })
  } catch (error) {
    const problem = ctx.backups.explain(error)
    const report = async () => {
      await insertEvent(ctx.db, { kind, file, bytes: null, started_at, problem })
      await notifyBackupFailed(ctx, { day: started_at.toISOString().slice(0, 10), reason: problem })
    }
    await report().catch((cause: unknown) => ctx.log.error({ err: cause }, 'no one was notified'))
    throw error
  }
}

/** The nightly backup, and one that somebody asked for. Without a place it does nothing: the queue may still have an earlier start's schedule. */
export async function makeBackup(ctx: Context): Promise<void> {
  if (ctx.backups.place !== null) await note(ctx, 'backup', () => ctx.backups.make())
}

/** Reads a backup to its end, every week the newest one. */
export async function checkBackup(ctx: Context, name: string | undefined): Promise<void> {
  const file = name ?? (await ctx.backups.list())[0]?.name
  if (file === undefined) return
  const check = () => ctx.backups.check(file).then(() => ({ name: file, bytes: null }))
  await note(ctx, 'check', check, file)
}

/** @throws AppError not_found */
export async function requireFile(ctx: Context, name: string): Promise<void> {
  const files = await ctx.backups.list()
  if (!files.some((file) => file.name === name)) throw notFound('The backup')
}

/** @throws AppError conflict where no backups are made, and while one is being made or checked. */
async function request(ctx: Context, actor: Actor, job: string, input: { name?: string }): Promise<void> {
  if (ctx.backups.place === null) throw conflict('No backups are made on this server: set BACKUP_DIR')
  if (await findPause(ctx.db)) throw conflict('The server’s work is paused. Start it first')
  if (await isWorking(ctx)) throw conflict('A backup is already being made or checked')
  await transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: input })
    await ctx.queue.send(ctx.db, job, input)
  })
}

export const requestBackup = (ctx: Context, actor: Actor): Promise<void> =>
  request(ctx, actor, BACKUP_JOB, {})

export const requestCheck = (ctx: Context, actor: Actor, name: string): Promise<void> =>
  request(ctx, actor, CHECK_JOB, { name })

/** Whether the backup exists, and whoever asks proves to be the owner of the session. */
export async function requireDownload(
  ctx: Context,
  actor: Actor,
  name: string,
  password: string | undefined,
): Promise<void> {
  await requireFile(ctx, name)
  await requireSessionOwner(ctx, actor, password)
}

/** A ticket for the file. */
export const issueDownload = (ctx: Context, actor: Actor, name: string) =>
  transaction(ctx.db, async () => {
    recordAudit(ctx.db, { accountId: actor.accountId, detail: { name } })
    const ticket = await issueTicket(ctx, actor, BACKUP_TICKET, { name })
    return { ...ticket, run_id: null, total: null, filename: name }
  })

/** Lets a restored installation work again. Every process notices within seconds. */
export const resumeWork = (ctx: Context, actor: Actor): Promise<boolean> =>
  transaction(ctx.db, async () => {
    const hasEnded = await endPause(ctx.db)
    if (hasEnded) recordAudit(ctx.db, { accountId: actor.accountId })
    else markUnchanged()
    return hasEnded
  })
