import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { BackupError } from './backup-format.ts'
import { PART, writeBackup } from './write-backup.ts'

/** Folder, hour (UTC), and the number of backups to keep. */
export interface BackupSchedule {
  folder: string
  hour: number
  keep: number
}

export interface ScheduledBackups {
  /** Creates a backup and deletes the oldest ones. */
  makeOne(): Promise<void>
  job: JobDefinition<never>
  /** Cancels the backup in progress. */
  close(): void
}

const OURS = /^leadwright-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz$/
const LEFT_OVER = new RegExp(`^\\.leadwright-.*\\${PART}$`)

/** The date and time in the name sort the files. */
const nameAt = (now: Date): string =>
  `leadwright-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`

/** Removes all but the newest, and leftovers of a killed process. Other files stay. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const names = await readdir(folder)
  const old = names
    .filter((name) => OURS.test(name))
    .sort()
    .reverse()
    .slice(keep)
  for (const name of [...old, ...names.filter((found) => LEFT_OVER.test(found))]) await rm(join(folder, name))
}

/** The nightly backup. Without a schedule its job does nothing: the queue may still contain an earlier start's cron. */
export function scheduledBackups(deps: {
  schedule: BackupSchedule | undefined
  databaseUrl: string
  dataDir: string
  secretKey: string
  log: Log
  clock?: Clock
  /** Receives each failure with a reason for people; `day` is YYYY-MM-DD in UTC. */
  failed(failure: { day: string; reason: string }): Promise<void>
}): ScheduledBackups {
  const { schedule, log, clock = systemClock, databaseUrl, dataDir, secretKey, failed } = deps
  const closing = new AbortController()
  /** A lost database must not hide why the backup failed. */
  async function report(error: unknown, day: string): Promise<void> {
    const reason = error instanceof BackupError ? error.message : 'See the server log for the reason'
    await failed({ day, reason }).catch((cause) => log.error({ err: cause }, 'no one was notified'))
  }
  async function makeOne(): Promise<void> {
    if (!schedule) return
    const folder = resolve(schedule.folder)
    const now = clock.now()
    const file = join(folder, nameAt(now))
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const made = await writeBackup({
        databaseUrl,
        dataDir,
        secretKey,
        file,
        clock,
        signal: closing.signal,
      })
      await removeOld(folder, schedule.keep)
      log.info(made, 'backup made')
    } catch (error) {
      log.error({ err: error, file }, 'the backup could not be created')
      if (!closing.signal.aborted) await report(error, now.toISOString().slice(0, 10))
      throw error
    }
  }
  const job = scheduledJob({ name: 'backup', cron: `0 ${schedule?.hour ?? 2} * * *`, handle: makeOne })
  return { makeOne, job: job as JobDefinition<never>, close: () => closing.abort() }
}
