import { join } from 'node:path'
import type { S3Settings } from '../env-s3.ts'
import { createDiskStorage, freePart } from './disk.ts'
import { createS3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

export interface StoragePlace {
  dataDir: string
  /** A bucket instead of the data folder. */
  fileBucket?: S3Settings | undefined
}

/** Files of the data folder. */
export const uploadsFolder = (dataDir: string): string => join(dataDir, 'uploads')

/** Where an installation keeps uploads and files for download. A bucket has no end, so the data folder's disk is measured. */
export const openStorage = ({ dataDir, fileBucket }: StoragePlace): Storage =>
  fileBucket
    ? createS3Storage(fileBucket, () => freePart(dataDir))
    : createDiskStorage(uploadsFolder(dataDir))
