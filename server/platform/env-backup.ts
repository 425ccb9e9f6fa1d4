import { EnvError } from './env-error.ts'

const MIN_CHARS = 16

export interface BackupSettings {
  /** Automatic backups: the folder, the hour in UTC, and how many to keep. */
  backups: { folder: string; hour: number; keep: number } | undefined
  /** Encrypts backups, and opens them. */
  backupPassphrase: string | undefined
}

/** @throws EnvError for a passphrase that is too short */
export function readBackups(variables: {
  BACKUP_DIR?: string
  BACKUP_HOUR: number
  BACKUP_KEEP: number
  BACKUP_PASSPHRASE?: string
}): BackupSettings {
  const {
    BACKUP_DIR: folder,
    BACKUP_HOUR: hour,
    BACKUP_KEEP: keep,
    BACKUP_PASSPHRASE: passphrase,
  } = variables
  if (passphrase !== undefined && passphrase.length < MIN_CHARS)
    throw new EnvError(`BACKUP_PASSPHRASE must be at least ${MIN_CHARS} characters long`)
  return { backups: folder ? { folder, hour, keep } : undefined, backupPassphrase: passphrase }
}
