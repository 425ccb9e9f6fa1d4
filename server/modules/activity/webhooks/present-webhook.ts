import type { Attempt, Delivery, LastDelivery, Webhook } from '#contract/activity/webhooks.ts'
import { pick } from '#server/platform/pick.ts'
import type { DeliveryView, readStates } from './deliveries-reads.ts'
import type { AttemptRow } from './deliveries-store.ts'
import type { WebhookRow } from './webhooks-store.ts'

type State = Awaited<ReturnType<typeof readStates>>[number]
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

export const presentLast = (state: Pick<State, 'last'> | undefined): LastDelivery | null =>
  state?.last ? { ...state.last, at: new Date(state.last.at).toISOString() } : null

/** A webhook without its secrets. */
export const presentWebhook = (
  row: WebhookRow,
  state: State | undefined,
  list: Webhook['list'],
): Webhook => ({
  ...pick(row, 'id', 'name', 'url', 'events'),
  list,
  origin: row.origin,
  active: row.is_active,
  off_reason: row.off_reason,
  off_at: iso(row.off_at),
  failing_since: iso(row.failing_since),
  old_secret_until: iso(row.old_secret_until),
  waiting: state?.waiting ?? 0,
  failed: state?.failed ?? 0,
  last_delivery: presentLast(state),
  created_at: row.created_at.toISOString(),
})

export const presentDelivery = (row: DeliveryView): Delivery => ({
  ...pick(row, 'id', 'webhook_id', 'message_id', 'type'),
  test: row.is_test,
  list_id: row.list_id,
  state: row.state,
  attempts: row.attempts,
  status: row.last_status,
  error: row.last_error,
  next_attempt_at: iso(row.next_attempt_at),
  created_at: row.created_at.toISOString(),
  finished_at: iso(row.finished_at),
})

export const presentAttempt = (row: AttemptRow): Attempt => ({
  number: row.number,
  url: row.url,
  started_at: row.started_at.toISOString(),
  ...pick(
    row,
    'duration_ms',
    'request_headers',
    'request_body',
    'request_bytes',
    'status',
    'reply_headers',
    'reply_body',
    'error',
  ),
})
