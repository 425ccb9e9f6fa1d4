import * as z from 'zod/mini'

/** Increases when an older program could no longer read the file. */
export const FORMAT = 1

/** Bytes per entry of a table or file; one entry is held in memory. */
export const PIECE_BYTES = 1024 * 1024

/** The last entry of the archive: a file without it is incomplete. */
export const MANIFEST_NAME = 'manifest.json'

/** The entry with the key that seals stored secrets. */
export const SECRET_KEY_FILE = 'secret-key'

/** How an archive is written or read. */
export interface ArchiveOptions {
  signal?: AbortSignal
  /** Encrypts and opens it. */
  passphrase?: string
}

/** Thrown when a backup cannot be created or restored; the message is for the operator. */
export class BackupError extends Error {}

const count = z.number().check(z.int(), z.minimum(0))
const sum = { bytes: count, sha256: z.string() }

export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  /** Every migration of the database, oldest first. */
  migrations: z.array(z.string()).check(z.minLength(1)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count, ...sum })),
  sequences: z.array(
    z.object({
      name: z.string(),
      of: z.optional(z.object({ table: z.string(), column: z.string() })),
      last_value: z.string(),
      is_called: z.boolean(),
    }),
  ),
  // Names become paths below the data folder, so nothing else may appear in them.
  files: z.array(
    z.object({ name: z.string().check(z.regex(/^(secret-key|uploads\/[\w-]{1,100})$/)), ...sum }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

/** Entry name of one chunk of a table or file. */
export const pieceName = (item: string, number: number): string =>
  `${item}/${String(number).padStart(8, '0')}`

export const tableItem = (name: string): string => `tables/${name}`
export const fileItem = (name: string): string => `files/${name}`

export interface BackupReport {
  file: string
  bytes: number
  tables: number
  rows: number
  files: number
  seconds: number
}

/** The report for a file with this manifest. */
export function makeReport(
  manifest: Manifest,
  about: { file: string; bytes: number; startedAt: number },
): BackupReport {
  return {
    file: about.file,
    bytes: about.bytes,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((rows, table) => rows + table.rows, 0),
    files: manifest.files.length,
    seconds: Math.round(performance.now() - about.startedAt) / 1000,
  }
}
