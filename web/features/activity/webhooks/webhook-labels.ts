import type { WebhookProblem } from '#contract/activity/failing-webhooks.ts'
import { WEBHOOK_EVENTS, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { Delivery, Webhook } from '#contract/activity/webhooks.ts'

/** Polling interval while deliveries are in progress, in milliseconds. */
export const POLL_MS = 3000

/** Label of an event; an unknown one is shown by its name. */
export const eventName = (type: string): string =>
  Object.hasOwn(WEBHOOK_EVENTS, type) ? WEBHOOK_EVENTS[type as WebhookEventType].name : type

const OFF_LABELS = {
  person: 'Off',
  gone: 'Off: receiver returned 410',
  failing: 'Off: failed for 5 days',
} as const

/** Kinds of webhooks that deliver nothing, for the filter of administrators. */
export const PROBLEM_LABELS: Record<WebhookProblem, string> = {
  failing: 'Failing',
  stopped: 'Off after failures',
  off: 'Turned off by a person',
}

/** State of a webhook, for `StateBadge`. */
export function webhookBadge({
  active,
  off_reason,
  failing_since,
}: Pick<Webhook, 'active' | 'off_reason' | 'failing_since'>): { state: string; label: string } {
  if (!active) {
    const isAutomatic = off_reason === 'gone' || off_reason === 'failing'
    return { state: isAutomatic ? 'error' : 'cancelled', label: OFF_LABELS[off_reason ?? 'person'] }
  }
  return failing_since ? { state: 'partly', label: 'Failing' } : { state: 'succeeded', label: 'On' }
}

/** State of a delivery, for `StateBadge`. */
export function deliveryBadge({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): {
  state: string
  label: string
} {
  if (state === 'succeeded') return { state, label: 'Delivered' }
  if (state === 'failed') return { state, label: 'Failed' }
  return attempts === 0 ? { state: 'queued', label: 'Waiting' } : { state: 'partly', label: 'Trying again' }
}

export const DELIVERY_LABELS = { waiting: 'Waiting', succeeded: 'Delivered', failed: 'Failed' } as const

/** The response in a few words. */
export const responseLabel = ({ status, error }: Pick<Delivery, 'status' | 'error'>): string =>
  status !== null ? String(status) : (error ?? '–')

/** Formats JSON with line breaks; other or truncated text is unchanged. */
export function readableBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
