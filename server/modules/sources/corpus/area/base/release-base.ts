import { AppError } from '#server/platform/errors.ts'

declare module '#server/platform/context.ts' {
  interface Context {
    /** The source of Overture Maps releases. */
    overtureBase: ReleaseBase
  }
}

/** Identifies a file's version. */
export interface FileVersion {
  /** Bytes. */
  size: number
  /** The ETag; null without one. */
  etag: string | null
}

/** A file of the base, read by ranges. Every range is checked to be of the opened version. */
export interface BaseFile extends FileVersion {
  /** Below the base. */
  path: string
  /** Bytes from `start` up to and excluding `end`. @throws AppError source_failed. */
  read(start: number, end: number): Promise<ArrayBuffer>
}

/** The location of open data releases: a folder, a website, or S3 storage. */
export interface ReleaseBase {
  /** For messages; contains no secret. */
  where: string
  /** Direct entries of a folder in the base. @throws AppError source_failed. */
  list(folder: string, signal?: AbortSignal): Promise<{ folders: string[]; files: string[] }>
  /**
   * Opens a file; `tries` is the number of attempts per part while the server is unreachable.
   * @throws AppError source_failed, also when it is no longer the requested version.
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

/** A base's error, fit for administrators. */
export const baseError = (code: BaseProblem, message: string, cause?: unknown): AppError =>
  new AppError('source_failed', message, {
    details: { code, retryable: RETRYABLE.has(code) },
    ...(cause === undefined ? {} : { cause }),
  })

const readName = (path: string): string => path.split('/').at(-1) ?? path

/** The file was replaced during reading, or since its run started. */
export const changedFile = (path: string): AppError =>
  baseError(
    'changed',
    `${readName(path)} has changed at its source since it was first read. Start again to read the new one.`,
  )

/** Whether a server's current data about a file matches the earlier one. Without ETags the size decides. */
export const isSameVersion = (before: FileVersion, now: FileVersion): boolean =>
  before.size === now.size && (before.etag === null || now.etag === null || before.etag === now.etag)
