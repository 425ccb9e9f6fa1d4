import * as z from 'zod/mini'
import { Id } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { WebhookEvents, WithSecret } from './webhooks.ts'

/** A listener that was away for longer has missed events: none are stored for it any more. */
export const LISTENER_HOURS = 1

const api = defineArea({ tag: 'Webhooks', access: { can: 'manage_webhooks' }, scope: 'write' })

export const createListener = api.create('/api/webhook-listeners', {
  name: 'webhooks.listen',
  changes: ['webhooks'],
  idempotent: 'sealed',
  audit: 'webhook.created',
  summary: 'Start to receive events without a public address; the secret is shown only this once',
  description:
    'A listener is a webhook whose events are read from `/api/webhook-listeners/{id}/events`. Delete it like a webhook. ' +
    `After ${LISTENER_HOURS} hour without a reader it stops by itself.`,
  body: z.strictObject({
    events: z.optional(WebhookEvents).check(z.describe('All events by default')),
  }),
  reply: WithSecret,
  errors: ['conflict'],
})

/** One line: an event to hand over as it is, or a sign that the connection is open. */
const ListenerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  z.object({
    type: z.literal('event'),
    id: Id.check(z.describe('Grows with every event of the listener')),
    event: z.string(),
    headers: z.record(z.string(), z.string()).check(z.describe('Headers of the request, with its signature')),
    body: z.string(),
  }),
])
export type ListenerEvent = z.output<typeof ListenerEvent>

export const listenerEvents = api.get('/api/webhook-listeners/{id}/events', {
  name: 'webhooks.stream',
  kind: 'stream',
  summary: 'Events of a listener as they happen, one JSON object per line',
  query: z.strictObject({
    after: z
      ._default(z.coerce.number().check(z.int(), z.minimum(0)), 0)
      .check(z.describe('Continues behind this event')),
  }),
  reply: ListenerEvent,
  errors: ['conflict'],
})
