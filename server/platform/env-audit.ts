import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { EnvError } from './env-error.ts'

const MIN_CHARS = 32

/**
 * Secrets from which the keys of the audit log are derived; the first one signs. `SECRET_KEY` always verifies, so
 * that a separate key can be set later.
 * @throws EnvError naming the variable
 */
export function readAuditKeys(
  { AUDIT_KEY, AUDIT_OLD_KEYS }: { AUDIT_KEY?: string; AUDIT_OLD_KEYS?: string },
  secretKey: string,
): [string, ...string[]] {
  if (AUDIT_KEY !== undefined && (AUDIT_KEY.length < MIN_CHARS || AUDIT_KEY.includes(',')))
    throw new EnvError(`AUDIT_KEY must be at least ${MIN_CHARS} characters long, without commas`)
  const old = AUDIT_OLD_KEYS?.split(',').map((key) => key.trim()) ?? []
  if (old.some((key) => key.length < MIN_CHARS))
    throw new EnvError(
      `AUDIT_OLD_KEYS: each key must be at least ${MIN_CHARS} characters long; separate keys with commas`,
    )
  return AUDIT_KEY ? [AUDIT_KEY, ...old, secretKey] : [secretKey, ...old]
}

/** Where the head of the audit log is sent every night: a file to append to, an address to post to, or a mailbox. */
export interface AuditHeadTarget {
  kind: 'file' | 'webhook' | 'mail'
  to: string
}

function readTarget(text: string): AuditHeadTarget {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { kind: 'webhook', to: text }
  if (text.startsWith('/')) return { kind: 'file', to: resolve(text) }
  if (z.email().safeParse(text).success) return { kind: 'mail', to: text }
  throw new EnvError(
    `AUDIT_HEAD_TO: "${text}" is not a valid target; write the full path of a file, an https address or an email address, separated by commas`,
  )
}

/** @throws EnvError naming the invalid target */
export const auditHeadTargets = (text = ''): AuditHeadTarget[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(readTarget)
