import { WEBHOOK_EVENTS, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import type { Delivery, Webhook } from '#contract/activity/webhooks.ts'

/** How often a page looks again while deliveries are on their way, in milliseconds. */
export const POLL_MS = 3000

/** An event in words; one that is unknown here by its own name. */
export const eventName = (type: string): string =>
  Object.hasOwn(WEBHOOK_EVENTS, type) ? WEBHOOK_EVENTS[type as WebhookEventType].name : type

const OFF_LABELS = {
  person: 'Off',
  gone: 'Off: receiver returned 410',
  failing: 'Off: failed for 5 days',
} as const

/** How a webhook stands, for `StateBadge`. */
export function webhookLook({
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

/** How a delivery stands, for `StateBadge`. */
export function deliveryLook({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): {
  state: string
  label: string
} {
  if (state === 'succeeded') return { state, label: 'Delivered' }
  if (state === 'failed') return { state, label: 'Failed' }
  return attempts === 0 ? { state: 'queued', label: 'Waiting' } : { state: 'partly', label: 'Trying again' }
}

export const DELIVERY_LABELS = { waiting: 'Waiting', succeeded: 'Delivered', failed: 'Failed' } as const

/** What came back, in a few words. */
export const answerLabel = ({ status, error }: Pick<Delivery, 'status' | 'error'>): string =>
  status !== null ? String(status) : (error ?? '–')

/** JSON with line breaks; anything else, and what was cut off, as it is. */
export function readableBody(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
