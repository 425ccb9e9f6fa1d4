import { createHmac, timingSafeEqual } from 'node:crypto'
import type { LookupPlace } from './lookups-store.ts'

/** Names one question to a vendor, so that nobody else can answer it. */
export interface HookTokens {
  make(place: LookupPlace): string
  /** The question of a token; null when it is not one of ours. */
  read(token: string): LookupPlace | null
}

/** Tokens that need no storage: the question and a seal over it. */
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
      const [given, own] = [Buffer.from(token.slice(cut + 1)), Buffer.from(seal(text))]
      if (given.length !== own.length || !timingSafeEqual(given, own)) return null
      const [accountId, runId, leadId, step] = text.split('.').map(Number)
      return { accountId, runId, leadId, step } as LookupPlace
    },
  }
}
