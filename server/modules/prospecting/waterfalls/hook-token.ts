import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LookupPlace } from './lookups-store.ts'

/** Identifies one request at a vendor, so that nobody else can answer it. */
export interface HookTokens {
  make(place: LookupPlace): string
  /** A token's request; null for a foreign one. */
  read(token: string): LookupPlace | null
}

/** Stateless tokens: the request and a seal over it. */
export function createHookTokens(secretKey: string): HookTokens {
  const seal = (text: string) =>
    createHmac('sha256', secretKey).update(`source-hook:${text}`).digest('base64url')
  return {
    make({ accountId, runId, leadId, step }) {
      const text = [accountId, runId, leadId, step].join('.')
      return `${text}.${seal(text)}`
    },
    read(token) {
      const cut = token.lastIndexOf('.')
      const text = token.slice(0, Math.max(0, cut))
      const [received, own] = [Buffer.from(token.slice(cut + 1)), Buffer.from(seal(text))]
      if (received.length !== own.length || !timingSafeEqual(received, own)) return null
      const [accountId, runId, leadId, step] = text.split('.').map(Number)
      return { accountId, runId, leadId, step } as LookupPlace
    },
  }
}
