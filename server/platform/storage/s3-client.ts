import type * as Sdk from '@aws-sdk/client-s3'
import type { S3Settings } from '../env-s3.ts'
import { onFirstUse } from '../first-use.ts'

export const s3Sdk = onFirstUse<typeof Sdk>('@aws-sdk/client-s3')

const ATTEMPTS = 5

/** Other vendors' storages don't know the checksums that the SDK adds by itself since 2025. */
const COMPATIBLE = {
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
} as const

export const isMissingObject = (error: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes(String((error as { name?: unknown }).name))

export const s3Address = ({ bucket, prefix }: S3Settings): string => `s3://${bucket}/${prefix}`

/** What a storage refused, with its address; the SDK's own errors name neither bucket nor file. */
export function explainS3(error: unknown, settings: S3Settings): string {
  const { name, message, code } = error as Error & { code?: string }
  const text = message && message !== 'UnknownError' ? message : (code ?? name)
  return `${s3Address(settings)}: ${text}`
}

/** A client that is made on first use. */
export function openS3(settings: S3Settings): () => Sdk.S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  let opened: Sdk.S3Client | undefined
  return () => {
    opened ??= new (s3Sdk().S3Client)({
      region,
      credentials: { accessKeyId, secretAccessKey },
      ...(endpoint && { endpoint, forcePathStyle: true }),
      maxAttempts: ATTEMPTS,
      ...COMPATIBLE,
    })
    return opened
  }
}
