import { join } from 'node:path'
import type { BackupSettings } from '#server/platform/env-backup.ts'
import type { BackupPlace } from './backup-place.ts'
import { createFolderPlace } from './folder-place.ts'
import { createS3Place } from './s3-place.ts'

/** @param dataDir has room for one backup on its way to or from a bucket. */
export const openBackupPlace = (
  { folder, s3 }: NonNullable<BackupSettings['backups']>,
  dataDir: string,
): BackupPlace => (s3 ? createS3Place(s3, join(dataDir, 'backups-in-transit')) : createFolderPlace(folder))
