import { readFileSync } from 'node:fs'
import { EnvError } from './env-error.ts'

/** Variables with a secret, each of which can be in a file that `NAME_FILE` names. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'ADMIN_PASSWORD',
  'SECRET_KEY',
  'AUDIT_KEY',
  'AUDIT_OLD_KEYS',
  'BACKUP_PASSPHRASE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_APP_SECRET',
  'OPENAI_API_KEY',
  'GHL_CLIENT_SECRET',
  'KEAP_CLIENT_SECRET',
  'HUBSPOT_CLIENT_SECRET',
  'PIPEDRIVE_CLIENT_SECRET',
  'SALESFORCE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'METRICS_TOKEN',
] as const

function readSecret(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new EnvError(`${name}_FILE: "${path}" can’t be read (${(error as { code?: string }).code})`)
  }
  if (text === '') throw new EnvError(`${name}_FILE: "${path}" is empty`)
  return text
}

/**
 * The environment with the secrets that are in files, as orchestrators mount them. Blanks around a secret are no part
 * of it. @throws EnvError for a file that can't be read, and for a secret that is given twice.
 */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {}
  for (const name of SECRET_VARIABLES) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new EnvError(`${name} and ${name}_FILE are both set; unset one of them`)
    read[name] = readSecret(name, path)
  }
  return { ...env, ...read }
}
