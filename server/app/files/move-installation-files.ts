import { createDiskStorage } from '#server/platform/storage/disk.ts'
import { moveFiles } from '#server/platform/storage/move-files.ts'
import { openStorage, type StoragePlace, uploadsFolder } from '#server/platform/storage/open-storage.ts'
import { StorageError } from '#server/platform/storage/storage.ts'
import { isServerRunning, withBackupClient } from '../backup/snapshot.ts'

interface Installation extends StoragePlace {
  databaseUrl: string
  signal?: AbortSignal
}

const folderOf = ({ dataDir }: StoragePlace) => createDiskStorage(uploadsFolder(dataDir))

/** Moves what a restore put into the data folder, if the installation has a bucket. */
export async function moveToBucket(place: StoragePlace & { signal?: AbortSignal }): Promise<void> {
  if (place.fileBucket) await moveFiles(folderOf(place), openStorage(place), place.signal)
}

/**
 * Moves all files of an installation that doesn't run.
 * @param direction `to-bucket` or `to-folder`
 * @throws StorageError what stands in the way
 */
export async function moveInstallationFiles(
  direction: string,
  installation: Installation,
): Promise<{ files: number; bytes: number }> {
  const { databaseUrl, fileBucket, signal } = installation
  if (direction !== 'to-bucket' && direction !== 'to-folder')
    throw new StorageError('Write to-bucket or to-folder')
  if (!fileBucket) throw new StorageError('STORAGE is not set: write s3://BUCKET/PATH, in both directions')
  // A server would miss files that are on their way, and go on with uploads in one place only.
  if (await withBackupClient(databaseUrl, isServerRunning))
    throw new StorageError('A server is running on this database. Stop it, then move the files')
  const [folder, bucket] = [folderOf(installation), openStorage(installation)]
  return direction === 'to-bucket' ? moveFiles(folder, bucket, signal) : moveFiles(bucket, folder, signal)
}
