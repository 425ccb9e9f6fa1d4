import { MAIL_EVENT_SENDERS, type MailEventSender } from '#contract/branding/mail-events.ts'
import { accountOfEventToken, type MailBounces } from '#server/modules/branding/mail/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'
import { EVENT_SENDERS, EventRefused, type RequestHeaders } from '#server/providers/mail-events/index.ts'
import { secretContext } from './mail-events-service.ts'
import { type EventSourceRow, findSource, insertSeen, noteRequest } from './mail-events-store.ts'

/** Milliseconds. Services repeat a request for up to a day; accepted events are remembered for longer. */
const OLDEST_MS = 24 * 60 * 60 * 1000
const AHEAD_MS = 5 * 60 * 1000
const REACH = { timeoutMs: 10_000, maxBytes: 100_000, redirects: 'none' } as const

interface MailEventReceiverDeps {
  db: Db
  secretBox: SecretBox
  /** Verifies the webhook URLs. */
  key: string
  bounces: Pick<MailBounces, 'takeEvent'>
  /** Reaches public addresses only. */
  outbound: Pick<Outbound, 'fetch'>
  /** Rate limit per caller address. */
  limit: RateLimit
  now(): Date
}

interface EventRequest {
  sender: string
  token: string
  ip: string
  body: Buffer
  headers: RequestHeaders
}

const isSender = (name: string): name is MailEventSender =>
  (MAIL_EVENT_SENDERS as readonly string[]).includes(name)

/**
 * Accepts requests of email services. Forged, stale or repeated ones have no effect. A request that could not be
 * verified gets 503, so that the service repeats it.
 */
export function createMailEventReceiver(deps: MailEventReceiverDeps) {
  const { db, secretBox, key, bounces, outbound, limit, now } = deps
  const certificates = createTtlCache<string>({ ttlMs: OLDEST_MS, max: 20 })

  async function fetchText(url: string): Promise<string> {
    const response = await outbound.fetch(url, REACH)
    if (response.ok) return response.text()
    response.discard()
    throw new OutboundError('network')
  }

  async function getText(url: string): Promise<string> {
    const known = certificates.get(url)
    if (known !== undefined) return known
    const text = await fetchText(url)
    certificates.set(url, text)
    return text
  }

  function checkAge(at: Date): void {
    const age = now().getTime() - at.getTime()
    if (age > OLDEST_MS) throw new EventRefused('The event is more than a day old')
    if (age < -AHEAD_MS) throw new EventRefused('The event is dated in the future')
  }

  async function apply(row: EventSourceRow, { body, headers }: EventRequest): Promise<void> {
    const { account_id: accountId, sender } = row
    const secret = secretBox.open(row.secret_sealed, secretContext(accountId, sender))
    const { at, events, confirm } = await EVENT_SENDERS[sender].read(
      { body, headers, secret },
      { getText, now },
    )
    if (at) checkAge(at)
    if (confirm) await fetchText(confirm)
    for (const event of events)
      await transaction(db, async () => {
        if (await insertSeen(db, row, event.id)) await bounces.takeEvent(accountId, sender, event)
      })
    await noteRequest(db, row, null)
  }

  return async (request: EventRequest): Promise<200 | 400 | 404 | 503> => {
    const { sender, token, ip } = request
    await limit.consume(ip)
    const accountId = accountOfEventToken(key, token)
    const row =
      accountId !== null && isSender(sender)
        ? await findSource(db, { account_id: accountId, sender })
        : undefined
    if (!row) return 404
    try {
      await apply(row, request)
      return 200
    } catch (error) {
      const isRefused = error instanceof EventRefused
      if (!isRefused && !(error instanceof OutboundError)) throw error
      await noteRequest(db, row, isRefused ? error.message : 'Amazon could not be reached')
      return isRefused ? 400 : 503
    }
  }
}
