import { FAILING_DAYS } from '#contract/activity/webhooks.ts'
import { notify } from '#server/modules/activity/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { isConnectionError, transaction } from '#server/platform/db/db.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import { readRetryAfter } from '#server/platform/fetch/retry-after.ts'
import * as store from './deliveries-store.ts'
import { eventBody } from './event-body.ts'
import { pauseFor, retryIn } from './retry-plan.ts'
import { type Answer, cut, sendMessage } from './send-message.ts'
import { signedHeaders } from './sign.ts'
import {
  findWebhook,
  lockWebhook,
  type OffReason,
  setActive,
  setDeleted,
  updateWebhook,
  type WebhookRow,
} from './webhooks-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** What a test chooses. */
export interface AttemptOptions {
  /** Sends the requests; the process's own by default. */
  outbound?: Outbound
  /** Seconds added to the time. */
  ahead?: () => number
  random?: () => number
  timeoutMs?: number
}

/** Our own errors count as an attempt: the lane must not be blocked. */
const FAULT: Answer = {
  ok: false,
  status: null,
  headers: null,
  body: null,
  error: 'We couldn’t prepare the event',
}

type Head = NonNullable<Awaited<ReturnType<typeof store.claimHead>>>
interface Sent {
  headers: Record<string, string>
  body: string
  answer: Answer
  ms: number
}

/** The context a secret is sealed for. */
export const secretContext = (accountId: number, id: number): string => `webhook:${accountId}:${id}`

function openSecrets(box: SecretBox, webhook: WebhookRow, at: Date): string[] {
  const context = secretContext(webhook.account_id, webhook.id)
  const old = webhook.old_secret_until && webhook.old_secret_until > at ? webhook.old_secret : null
  return [webhook.secret, ...(old ? [old] : [])].map((sealed) => box.open(sealed, context))
}

/** The body of an event as it is now, with its signed headers. */
export async function makeRequest(
  ctx: Context,
  { webhook, event, at }: { webhook: WebhookRow; event: store.EventRow; at: Date },
): Promise<{ headers: Record<string, string>; body: string }> {
  // Zapier identifies items by its own id.
  const extra = webhook.origin === 'zapier' ? { id: event.message_id } : {}
  const body = await eventBody(ctx, event, extra)
  const message = { id: event.message_id, timestamp: Math.floor(at.getTime() / 1000), body }
  const signed = signedHeaders(message, openSecrets(ctx.secretBox, webhook, at))
  return { headers: { 'content-type': 'application/json', ...signed }, body }
}

async function send(
  ctx: Context,
  { webhook, head, at }: { webhook: WebhookRow; head: Head; at: Date },
  { outbound = ctx.webhookSending.outbound, timeoutMs }: AttemptOptions,
  signal: AbortSignal,
): Promise<Sent> {
  const { headers, body } = await makeRequest(ctx, { webhook, event: head.event, at })
  const startedAt = performance.now()
  const answer = await sendMessage(outbound, { url: webhook.url, headers, body }, { signal, timeoutMs })
  return { headers, body, answer, ms: Math.round(performance.now() - startedAt) }
}

/** Switches a webhook off, gives up its queue, and notifies the account's owners, as each has chosen. */
async function switchOff(ctx: Context, webhook: WebhookRow, reason: 'gone' | 'failing') {
  await setActive(ctx.db, webhook.account_id, webhook.id, reason)
  await store.failWaiting(ctx.db, webhook.account_id, webhook.id, 'The webhook was turned off')
  // A Zap that is off or deleted replies 410, and subscribes again when it is back.
  if (webhook.origin === 'zapier' && reason === 'gone')
    return setDeleted(ctx.db, webhook.account_id, webhook.id, true)
  const { host } = new URL(webhook.url)
  const { account_id: accountId, id: webhook_id, name } = webhook
  const detail = { webhook_id, since: ctx.clock.now().toISOString(), name, address: host, reason }
  await notify(ctx, { accountId, permission: 'owner', kind: 'webhook_off', detail })
}

/** Why a webhook should be off after this reply; null otherwise. */
function whyOff(webhook: WebhookRow, status: number | null, at: Date): Exclude<OffReason, 'person'> | null {
  if (status === 410) return 'gone'
  const since = webhook.failing_since?.getTime()
  return since !== undefined && at.getTime() - since >= FAILING_DAYS * DAY_MS ? 'failing' : null
}

/** Effects of the reply on its webhook. @returns why it should be off. */
async function learn(ctx: Context, webhook: WebhookRow, answer: Answer, at: Date) {
  const { account_id, id } = webhook
  if (answer.ok) {
    if (webhook.failing_since || webhook.not_before)
      await updateWebhook(ctx.db, account_id, id, { failing_since: null, not_before: null })
    return null
  }
  const pause = pauseFor(answer.status, readRetryAfter(answer.headers?.['retry-after'], at))
  await updateWebhook(ctx.db, account_id, id, {
    failing_since: webhook.failing_since ?? at,
    ...(pause !== null && { not_before: new Date(at.getTime() + pause * 1000) }),
  })
  return webhook.is_active ? whyOff(webhook, answer.status, at) : null
}

/** Records an attempt and its effects, unless another worker has taken the lane over. */
const finish = (
  ctx: Context,
  claim: store.Claim,
  { delivery }: Head,
  { answer, ...sent }: Sent,
  { ahead = () => 0, random }: AttemptOptions,
) =>
  transaction(ctx.db, async () => {
    const { db } = ctx
    if (!(await store.lockClaim(db, claim))) return
    const webhook = (await lockWebhook(db, claim.account_id, claim.webhook_id)) as WebhookRow
    await store.insertAttempt(db, {
      account_id: claim.account_id,
      id: 0,
      delivery_id: delivery.id,
      number: delivery.attempts + 1,
      url: webhook.url,
      started_at: claim.at,
      duration_ms: sent.ms,
      request_headers: sent.headers,
      request_body: cut(Buffer.from(sent.body)),
      request_bytes: Buffer.byteLength(sent.body),
      status: answer.status,
      reply_headers: answer.headers,
      reply_body: answer.body,
      error: answer.error,
    })
    const off = await learn(ctx, webhook, answer, claim.at)
    const isOver = !webhook.is_active && webhook.off_reason !== 'person'
    const retryAfter = readRetryAfter(answer.headers?.['retry-after'], claim.at)
    const next = answer.ok || isOver ? null : retryIn(delivery.attempts + 1, retryAfter, random)
    const state = answer.ok ? 'succeeded' : next === null ? 'failed' : 'waiting'
    const { status, error } = answer
    await store.writeOutcome(db, claim.account_id, {
      id: delivery.id,
      end: { state, retryIn: next, status, error },
      ahead: ahead(),
    })
    if (off) await switchOff(ctx, webhook, off)
    await store.releaseLane(db, claim)
  })

/** Makes a lane's first waiting delivery, once. @throws the reason of `signal`; the lane is then free again. */
export async function attemptDelivery(
  ctx: Context,
  claim: store.Claim,
  signal: AbortSignal,
  options: AttemptOptions = {},
): Promise<void> {
  const { db } = ctx
  const release = () =>
    transaction(db, async () => {
      if (await store.lockClaim(db, claim)) await store.releaseLane(db, claim)
    })
  const head = await store.claimHead(db, claim)
  const webhook = head && (await findWebhook(db, claim.account_id, claim.webhook_id))
  if (!head || !webhook) return release()
  let sent: Sent
  try {
    sent = await send(ctx, { webhook, head, at: claim.at }, options, signal)
  } catch (error) {
    if (!signal.aborted && !isConnectionError(error)) {
      ctx.log.error({ err: error, webhook: claim.webhook_id }, 'an event could not be sent')
      sent = { headers: {}, body: '', ms: 0, answer: FAULT }
    } else {
      // It is unknown what the receiver has seen: it is sent again, under the same id.
      await release()
      throw error
    }
  }
  await finish(ctx, claim, head, sent, options)
}
