import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from './json-file.ts'

/** The stored sign-in: server, user, and the token of a session or an API key. */
export interface Credentials {
  url: string
  email: string
  token: string
  /** Null for an API key, whose expiry is unknown. */
  expires_at: string | null
}

/** API keys are recognized by their prefix. */
export const isApiKey = (token: string): boolean => token.startsWith('key_')

export const credentialsPath = (configFolder: string): string => join(configFolder, 'credentials.json')

export async function readCredentials(configFolder: string): Promise<Credentials | null> {
  const value = await readJsonFile(credentialsPath(configFolder))
  return typeof value?.url === 'string' && typeof value.token === 'string'
    ? (value as unknown as Credentials)
    : null
}

/** Stores the sign-in, readable by its owner only. */
export const writeCredentials = (configFolder: string, credentials: Credentials): Promise<void> =>
  writeJsonFile(credentialsPath(configFolder), credentials)

/** Deletes the sign-in. */
export const removeCredentials = (configFolder: string): Promise<void> =>
  rm(credentialsPath(configFolder), { force: true })
