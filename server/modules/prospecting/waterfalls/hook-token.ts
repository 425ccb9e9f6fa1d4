import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/platform/context.ts'
import type { LookupPlace } from './lookups-store.ts'

type Key = Pick<Context, 'secretKey'>

const makeSeal = ({ secretKey }: Key, text: string) =>
  createHmac('sha256', secretKey).update(`source-hook:${text}`).digest('base64url')

/**
 * Identifies one request at a vendor, so that nobody else can answer it. The token is stateless: the request and a
 * seal over it.
 */
export function makeHookToken(key: Key, { accountId, runId, leadId, step }: LookupPlace): string {
  const text = [accountId, runId, leadId, step].join('.')
  return `${text}.${makeSeal(key, text)}`
}

/** A token's request; null for a foreign one. */
export function readHookToken(key: Key, token: string): LookupPlace | null {
  const cut = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, cut))
  const [received, own] = [Buffer.from(token.slice(cut + 1)), Buffer.from(makeSeal(key, text))]
  if (received.length !== own.length || !timingSafeEqual(received, own)) return null
  const [accountId, runId, leadId, step] = text.split('.').map(Number)
  return { accountId, runId, leadId, step } as LookupPlace
}
