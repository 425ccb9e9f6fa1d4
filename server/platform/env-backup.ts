import { EnvError } from './env-error.ts'

const MIN_CHARS = 16

/** An S3-compatible storage; `prefix` is empty or ends with a slash. */
export interface S3Settings {
  bucket: string
  prefix: string
  /** Of another vendor than Amazon. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface BackupSettings {
  /** Automatic backups: the folder or storage, the hour in UTC, and how many to keep. */
  backups: { folder: string; s3?: S3Settings; hour: number; keep: number } | undefined
  /** A backup that fills an installation without accounts at its first start. */
  restoreFrom: string | undefined
  /** Encrypts backups, and opens them. */
  backupPassphrase: string | undefined
}

interface Variables {
  BACKUP_DIR?: string
  BACKUP_HOUR: number
  BACKUP_KEEP: number
  BACKUP_PASSPHRASE?: string
  RESTORE_FROM?: string
  S3_ENDPOINT?: string
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
}

/** @throws EnvError for an address without a bucket, and without keys */
function readS3(address: string, variables: Variables): S3Settings {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*?))?\/*$/.exec(address) ?? []
  if (!bucket) throw new EnvError(`BACKUP_DIR: write s3://BUCKET/PATH (got "${address}")`)
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!accessKeyId || !secretAccessKey)
    throw new EnvError('BACKUP_DIR is an S3 storage: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, too')
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = variables
  return { bucket, prefix: path && `${path}/`, endpoint, region, accessKeyId, secretAccessKey }
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
  const s3 = folder?.startsWith('s3:') ? readS3(folder, variables) : undefined
  return {
    backups: folder ? { folder, hour, keep, ...(s3 && { s3 }) } : undefined,
    restoreFrom: variables.RESTORE_FROM,
    backupPassphrase: passphrase,
  }
}
