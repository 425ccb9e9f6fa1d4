import type { Readable } from 'node:stream'

/** A nightly backup. */
export interface BackupFile {
  name: string
  bytes: number
  madeAt: Date
}

/** Makes and keeps backups. The program provides it, because a backup holds all of it. */
export interface BackupKeeper {
  /** A folder, or an address like s3://bucket/path; null where none is configured. */
  place: string | null
  /** Of the nightly one, in UTC. */
  hour: number
  /** How many are kept. */
  keep: number
  isEncrypted: boolean
  /** Newest first. */
  list(): Promise<BackupFile[]>
  /** Makes one, and removes those above `keep`. @throws what went wrong */
  make(): Promise<{ name: string; bytes: number }>
  /** Reads one to its end and compares every checksum. @throws what is wrong with it */
  check(name: string): Promise<void>
  /** Null when there is none of that name. */
  read(name: string): Promise<{ stream: Readable; bytes: number } | null>
  /** What to tell people about an error of these calls. */
  explain(error: unknown): string
  /** Cancels what is in progress. */
  close(): void
}

declare module '#server/platform/context.ts' {
  interface Context {
    backups: BackupKeeper
  }
}
