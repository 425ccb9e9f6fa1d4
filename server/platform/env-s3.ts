import { EnvError } from './env-error.ts'

/** A place in an S3-compatible storage; `prefix` is empty or ends with a slash. */
export interface S3Settings {
  bucket: string
  prefix: string
  /** Of another vendor than Amazon. */
  endpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Variables {
  S3_ENDPOINT?: string
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
}

/**
 * @param name of the variable with the address
 * @throws EnvError for an address without a bucket, and without keys
 */
export function readS3(name: string, address: string, variables: S3Variables): S3Settings {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*?))?\/*$/.exec(address) ?? []
  if (!bucket) throw new EnvError(`${name}: write s3://BUCKET/PATH (got "${address}")`)
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = variables
  if (!accessKeyId || !secretAccessKey)
    throw new EnvError(`${name} is an S3 storage: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, too`)
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = variables
  return { bucket, prefix: path && `${path}/`, endpoint, region, accessKeyId, secretAccessKey }
}
