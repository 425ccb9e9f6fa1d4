import { AppError } from '#server/platform/errors.ts'

/** By what a file is known to be the same as before. */
export interface FileVersion {
  /** Bytes. */
  size: number
  /** The server's name for these bytes; null where it gives none. */
  etag: string | null
}

/** A file of the base, read by ranges. Every range is checked to come from the version that was opened. */
export interface BaseFile extends FileVersion {
  /** Below the base. */
  path: string
  /** Bytes from `start` up to and without `end`. @throws AppError source_failed. */
  read(start: number, end: number): Promise<ArrayBuffer>
}

/** Where releases of open data lie: a folder, a website, or storage that speaks S3. */
export interface ReleaseBase {
  /** For messages; holds no secret. */
  where: string
  /** Names of what lies directly in a folder of the base. @throws AppError source_failed. */
  list(folder: string, signal?: AbortSignal): Promise<{ folders: string[]; files: string[] }>
  /**
   * Opens a file; `tries` says how often a part is asked for while the server cannot be reached.
   * @throws AppError source_failed, also when it is not the version asked for any more.
   */
  open(
    path: string,
    options?: { version?: FileVersion; signal?: AbortSignal; tries?: number },
  ): Promise<BaseFile>
}

/** Why a base cannot be read. */
export type BaseProblem =
  | 'unreachable'
  | 'refused'
  | 'not_found'
  | 'ranges_ignored'
  | 'changed'
  | 'unreadable'

const RETRYABLE: ReadonlySet<BaseProblem> = new Set(['unreachable', 'changed'])

/** A failure of the base, fit for the administrator who sees it. */
export const baseError = (code: BaseProblem, message: string, cause?: unknown): AppError =>
  new AppError('source_failed', message, {
    details: { code, retryable: RETRYABLE.has(code) },
    ...(cause === undefined ? {} : { cause }),
  })

const nameOf = (path: string): string => path.split('/').at(-1) ?? path

/** The file was replaced while it was being read, or since its run started. */
export const changedFile = (path: string): AppError =>
  baseError(
    'changed',
    `${nameOf(path)} has changed at its source since it was first read. Start again to read the new one.`,
  )

/** Whether what a server says of a file now fits what it said before. A server without ETags is believed its size. */
export const isSameVersion = (before: FileVersion, now: FileVersion): boolean =>
  before.size === now.size && (before.etag === null || now.etag === null || before.etag === now.etag)
