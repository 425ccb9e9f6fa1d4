import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/log.ts'
import { type JobDefinition, scheduledJob } from '#server/platform/queue/queue.ts'
import { BackupError } from './backup-format.ts'
import { removeLeftOvers, writeBackup } from './write-backup.ts'

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

const OURS = /^leadwright-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(?:\.enc)?$/

/** The date and time in the name sort the files. */
const nameAt = (now: Date, isEncrypted: boolean): string =>
  `leadwright-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? '.enc' : ''}`

/** The nightly backups in a folder, newest first. @throws the error of the file system */
export async function nightlyBackups(folder: string): Promise<{ file: string; madeAt: Date }[]> {
  const names = (await readdir(folder)).filter((name) => OURS.test(name)).sort()
  return names.reverse().map((name) => {
    const madeAt = new Date(name.replace(OURS, '$1T$2:$3:$4Z'))
    return { file: join(folder, name), madeAt }
  })
}

/** Removes all but the newest. Other files stay. */
async function removeOld(folder: string, keep: number): Promise<void> {
  for (const { file } of (await nightlyBackups(folder)).slice(keep)) await rm(file)
}

/** The nightly backup. Without a schedule its job does nothing: the queue may still contain an earlier start's cron. */
export function scheduledBackups(deps: {
  schedule: BackupSchedule | undefined
  databaseUrl: string
  dataDir: string
  secretKey: string
  backupPassphrase?: string
  log: Log
  clock?: Clock
  /** Receives each failure with a reason for people; `day` is YYYY-MM-DD in UTC. */
  failed(failure: { day: string; reason: string }): Promise<void>
}): ScheduledBackups {
  const { schedule, log, clock = systemClock, databaseUrl, dataDir, secretKey, failed } = deps
  const { backupPassphrase: passphrase } = deps
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
    const file = join(folder, nameAt(now, passphrase !== undefined))
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await removeLeftOvers(folder, '.leadwright-')
      const made = await writeBackup({
        databaseUrl,
        dataDir,
        secretKey,
        file,
        passphrase,
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
