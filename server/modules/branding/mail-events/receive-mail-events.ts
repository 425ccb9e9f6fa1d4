import { MAIL_EVENT_SENDERS, type MailEventSender } from '#contract/branding/mail-events.ts'
import { acceptMailEvent, accountOfEventToken } from '#server/modules/branding/mail/index.ts'
import { type Context, perContext } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { OutboundError } from '#server/platform/fetch/outbound-error.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { createTtlCache } from '#server/platform/ttl-cache.ts'
import { EVENT_SENDERS, EventRefused, type RequestHeaders } from '#server/providers/mail-events/index.ts'
import { secretContext } from './mail-event-keys.ts'
import { type EventSourceRow, findSource, insertSeen, noteRequest } from './mail-events-store.ts'

const mailEventsLimit = defineRateLimit({ name: 'mail-events', points: 10_000, seconds: 60 * 60 })

/** Milliseconds. Services repeat a request for up to a day; accepted events are remembered for longer. */
const OLDEST_MS = 24 * 60 * 60 * 1000
const AHEAD_MS = 5 * 60 * 1000
const REACH = { timeoutMs: 10_000, maxBytes: 100_000, redirects: 'none' } as const

interface EventRequest {
  sender: string
  token: string
  ip: string
  body: Buffer
  headers: RequestHeaders
}

const isSender = (name: string): name is MailEventSender =>
  (MAIL_EVENT_SENDERS as readonly string[]).includes(name)

/** Certificates of services by their URL. */
const certificatesOf = perContext(() => createTtlCache<string>({ ttlMs: OLDEST_MS, max: 20 }))

async function fetchText(ctx: Context, url: string): Promise<string> {
  const response = await ctx.webhookSending.outbound.fetch(url, REACH)
  if (response.ok) return response.text()
  response.discard()
  throw new OutboundError('network')
}

async function getText(ctx: Context, url: string): Promise<string> {
  const certificates = certificatesOf(ctx)
  const known = certificates.get(url)
  if (known !== undefined) return known
  const text = await fetchText(ctx, url)
  certificates.set(url, text)
  return text
}

function checkAge(ctx: Context, at: Date): void {
  const age = ctx.clock.now().getTime() - at.getTime()
  if (age > OLDEST_MS) throw new EventRefused('The event is more than a day old')
  if (age < -AHEAD_MS) throw new EventRefused('The event is dated in the future')
}

async function apply(ctx: Context, row: EventSourceRow, { body, headers }: EventRequest): Promise<void> {
  const { account_id: accountId, sender } = row
  const secret = ctx.secretBox.open(row.secret_sealed, secretContext(accountId, sender))
  const { at, events, confirm } = await EVENT_SENDERS[sender].read(
    { body, headers, secret },
    { getText: (url) => getText(ctx, url), now: ctx.clock.now },
  )
  if (at) checkAge(ctx, at)
  if (confirm) await fetchText(ctx, confirm)
  for (const event of events)
    await transaction(ctx.db, async () => {
      if (await insertSeen(ctx.db, row, event.id)) await acceptMailEvent(ctx, accountId, sender, event)
    })
  await noteRequest(ctx.db, row, null)
}

/**
 * Accepts requests of email services. Forged, stale or repeated ones have no effect. A request that could not be
 * verified gets 503, so that the service repeats it.
 */
export async function receiveMailEvents(ctx: Context, request: EventRequest): Promise<200 | 400 | 404 | 503> {
  const { sender, token, ip } = request
  await mailEventsLimit.consume(ctx, ip)
  const accountId = accountOfEventToken(ctx.secretKey, token)
  const row =
    accountId !== null && isSender(sender)
      ? await findSource(ctx.db, { account_id: accountId, sender })
      : undefined
  if (!row) return 404
  try {
    await apply(ctx, row, request)
    return 200
  } catch (error) {
    const isRefused = error instanceof EventRefused
    if (!isRefused && !(error instanceof OutboundError)) throw error
    await noteRequest(ctx.db, row, isRefused ? error.message : 'Amazon could not be reached')
    return isRefused ? 400 : 503
  }
}
