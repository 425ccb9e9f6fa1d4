import type { Readable } from 'node:stream'
import type { BackupFile } from '#server/modules/admin/backups/index.ts'

/** Where backups are kept: a folder, or a bucket. Names are those that `backupName` makes. */
export interface BackupPlace {
  address: string
  list(): Promise<BackupFile[]>
  /** Stores what `write` puts into a file; the name exists only once it is complete. */
  put<Report>(name: string, write: (path: string) => Promise<Report>, signal?: AbortSignal): Promise<Report>
  /** The backup as a file on this machine, until `use` has ended. @throws BackupError when there is none */
  withFile<Result>(
    name: string,
    use: (path: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
  read(name: string): Promise<{ stream: Readable; bytes: number } | null>
  remove(name: string): Promise<void>
}

const OURS = /^leadwright-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz(?:\.enc)?$/

/** The date and time in the name sort the files. */
export const backupName = (now: Date, isEncrypted: boolean): string =>
  `leadwright-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz${isEncrypted ? '.enc' : ''}`

export const isBackupName = (name: string): boolean => OURS.test(name)

/** Those of ours among the files of a place, newest first. */
export const listBackups = (files: readonly { name: string; bytes: number }[]): BackupFile[] =>
  files
    .filter(({ name }) => isBackupName(name))
    .map((file) => ({ ...file, madeAt: new Date(file.name.replace(OURS, '$1T$2:$3:$4Z')) }))
    .sort((a, b) => (a.name < b.name ? 1 : -1))
