import * as api from '#contract/admin/backups.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { data, route, routeWithLookup } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import { type Measurement, makeMeasurements } from '#server/platform/observe/measurement.ts'
import { defineJob, type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import * as backups from './backups.ts'
import { findLast, removeOldEvents } from './backups-store.ts'

export type { BackupFile, BackupKeeper } from './backup-keeper.ts'
export { makeBackup } from './backups.ts'
export { insertEvent as noteBackup } from './backups-store.ts'

const DAY_SECONDS = 24 * 60 * 60
/** A nightly backup that is older than this is missing. */
const OLDEST_SECONDS = 1.5 * DAY_SECONDS

const backupRoutes = (ctx: Context) => [
  route(api.backups, () => data(backups.showBackups(ctx))),
  route(api.makeBackup, async ({ actor }) => {
    await backups.requestBackup(ctx, actor)
    return { message: 'The backup is being made' }
  }),
  routeWithLookup(
    api.checkBackup,
    ({ params }) => backups.requireFile(ctx, params.name),
    async ({ actor, params }) => {
      await backups.requestCheck(ctx, actor, params.name)
      return { message: 'The backup is being checked' }
    },
  ),
  routeWithLookup(
    api.downloadBackup,
    ({ actor, params, body }) => backups.requireDownload(ctx, actor, params.name, body.password),
    ({ actor, params }) => data(backups.issueDownload(ctx, actor, params.name)),
  ),
  route(api.resumeWork, async ({ actor }) => ({
    message: (await backups.resumeWork(ctx, actor)) ? 'Work starts' : 'The work isn’t paused',
  })),
]

/** Age, size and result of the last backup and of the last check of one. */
export async function measureBackups(db: Db): Promise<Measurement[]> {
  const rows = (await findLast(db)).map(({ kind, age, failed, bytes }) => ({ kind, age, failed, bytes }))
  const ok = rows.filter(({ age }) => age !== null)
  return [
    ...makeMeasurements(ok, ['kind'], {
      age: ['backup_age_seconds', 'Seconds since the last backup, or check of one, that succeeded'],
    }),
    ...makeMeasurements(rows, ['kind'], { failed: ['backup_failed', '1 when the last one has failed'] }),
    ...makeMeasurements(
      ok.filter(({ kind }) => kind === 'backup'),
      ['kind'],
      { bytes: ['backup_bytes', 'Size of the last backup'] },
    ),
  ]
}

/** What is wrong with the nightly backups, in a sentence; null where nothing is, or none are made. */
export async function findBackupProblem(ctx: Context): Promise<string | null> {
  if (ctx.backups.place === null) return null
  const last = await findLast(ctx.db)
  const failed = last.find(({ problem }) => problem !== null)
  if (failed) return failed.problem
  const backup = last.find(({ kind }) => kind === 'backup')
  const isLate = backup?.age != null && backup.age > OLDEST_SECONDS
  return isLate ? `The last one is ${Math.floor((backup.age as number) / DAY_SECONDS)} days old` : null
}

export const backupsModule = defineModule({
  routes: backupRoutes,
  jobs: (ctx) => [
    scheduledJob({
      name: backups.BACKUP_JOB,
      cron: `0 ${ctx.backups.hour} * * *`,
      handle: () => backups.makeBackup(ctx),
    }),
    defineJob<{ name?: string }>({
      name: backups.CHECK_JOB,
      retries: 0,
      concurrency: 1,
      cron: '30 5 * * 0',
      handle: ({ name }) => backups.checkBackup(ctx, name),
    }) as JobDefinition<never>,
  ],
  downloaders: (ctx) => [
    {
      kind: backups.BACKUP_TICKET,
      async open({ input }) {
        const { name } = input as { name: string }
        const file = await ctx.backups.read(name)
        if (!file) throw notFound('The backup')
        const { stream, bytes } = file
        const headers = { 'content-length': String(bytes) }
        return { filename: name, contentType: 'application/octet-stream', stream, headers }
      },
    },
  ],
  housekeeping: (ctx) => ({ backups: () => removeOldEvents(ctx.db) }),
  stop: (ctx) => ctx.backups.close(),
})
