import { EnvError } from './env-error.ts'
import { readS3, type S3Settings, type S3Variables } from './env-s3.ts'

const MIN_CHARS = 16

export interface BackupSettings {
  /** Automatic backups: the folder or storage, the hour in UTC, and how many to keep. */
  backups: { folder: string; s3?: S3Settings; hour: number; keep: number } | undefined
  /** A backup that fills an installation without accounts at its first start. */
  restoreFrom: string | undefined
  /** Encrypts backups, and opens them. */
  backupPassphrase: string | undefined
  /** Where uploads and files for download are; undefined for the data folder. */
  fileBucket: S3Settings | undefined
}

interface Variables extends S3Variables {
  BACKUP_DIR?: string
  BACKUP_HOUR: number
  BACKUP_KEEP: number
  BACKUP_PASSPHRASE?: string
  RESTORE_FROM?: string
  STORAGE?: string
}

/** @throws EnvError for a passphrase that is too short, or a storage that isn't fully described */
export function readBackups(variables: Variables): BackupSettings {
  const {
    BACKUP_DIR: folder,
    BACKUP_HOUR: hour,
    BACKUP_KEEP: keep,
    BACKUP_PASSPHRASE: passphrase,
  } = variables
  if (passphrase !== undefined && passphrase.length < MIN_CHARS)
    throw new EnvError(`BACKUP_PASSPHRASE must be at least ${MIN_CHARS} characters long`)
  const s3 = folder?.startsWith('s3:') ? readS3('BACKUP_DIR', folder, variables) : undefined
  return {
    backups: folder ? { folder, hour, keep, ...(s3 && { s3 }) } : undefined,
    restoreFrom: variables.RESTORE_FROM,
    backupPassphrase: passphrase,
    fileBucket: variables.STORAGE === undefined ? undefined : readS3('STORAGE', variables.STORAGE, variables),
  }
}
