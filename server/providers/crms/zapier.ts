import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { readRetryAfter } from '#server/platform/fetch/retry-after.ts'
import type { MessageCrmAdapter } from './crm-adapter.ts'
import { CrmError } from './crm-error.ts'

const LABEL = 'Zapier'
const TIMEOUT_MS = 30_000

/** Sends one lead to a catch hook. @throws CrmError */
async function sendToCatchHook(
  outbound: Outbound,
  { url, body }: { url: string; body: unknown },
  signal: AbortSignal,
): Promise<void> {
  let status: number
  let pause: number
  try {
    const answer = await outbound.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirects: 'none',
      timeoutMs: TIMEOUT_MS,
      maxBytes: 1024 * 1024,
      signal,
    })
    status = answer.status
    pause = readRetryAfter(answer.headers['retry-after']) || 30
    await answer.text()
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof OutboundError) throw new CrmError(LABEL, 'unavailable')
    throw error
  }
  if (status >= 200 && status < 300) return
  if (status === 404 || status === 410) throw new CrmError(LABEL, 'refused')
  if (status === 429) throw new CrmError(LABEL, 'rate_limited', { retryAfterSeconds: pause })
  throw new CrmError(LABEL, status >= 500 ? 'unavailable' : 'invalid')
}

/** Zapier, through catch hooks. */
export const zapierAdapter: MessageCrmAdapter = {
  create: (outbound) => ({
    id: 'zapier',
    label: LABEL,
    host: 'hooks.zapier.com',
    send: (message, signal) => sendToCatchHook(outbound, message, signal),
  }),
}
