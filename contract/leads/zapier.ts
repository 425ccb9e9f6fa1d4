import * as z from 'zod/mini'
import { WEBHOOK_EVENT_TYPES } from '../activity/webhook-events.ts'
import { Done, Id, IdParam } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

const EventType = z.enum(WEBHOOK_EVENT_TYPES)
const api = defineArea({ tag: 'Zapier', access: { can: 'manage_webhooks' }, scope: 'write' })

/** Maximum number of samples. */
export const ZAPIER_SAMPLES = 3

/** Body of an event for a subscriber, and of its sample. */
export const ZapierItem = z.object({
  id: z.string().check(z.describe('Of the event; for a sample, derived from its subject')),
  type: EventType,
  timestamp: z.string(),
  data: z
    .record(z.string(), z.unknown())
    .check(z.describe('The data of the event, as `webhooks` of this document has it')),
  sample: z.optional(z.literal(true)).check(z.describe('Sample item: nothing real exists yet')),
})
export type ZapierItem = z.output<typeof ZapierItem>

export const subscribeZapier = api.create('/api/zapier/hooks', {
  name: 'zapier.subscribe',
  changes: ['webhooks'],
  idempotent: true,
  audit: 'webhook.created',
  summary: 'Subscribe an address to an event (REST hook)',
  description:
    'Events are sent like those of any webhook, with their `id` in the body. A 410 response unsubscribes.',
  body: z.strictObject({
    hookUrl: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)),
    event: EventType,
    list_id: z.optional(z.nullable(Id)).check(z.describe('Events of this list only')),
  }),
  reply: z.object({ id: Id }),
  errors: ['not_found', 'conflict'],
})

export const unsubscribeZapier = api.delete('/api/zapier/hooks/{id}', {
  name: 'zapier.unsubscribe',
  changes: ['webhooks'],
  audit: 'webhook.deleted',
  summary: 'End a subscription',
  reply: Done,
})

export const zapierSamples = api.get('/api/zapier/samples', {
  name: 'zapier.samples',
  summary: 'The newest items of an event, as they would be sent (performList)',
  description: `At most ${ZAPIER_SAMPLES}, newest first, in an array. Without real items, one invented item with \`sample\`.`,
  query: z.strictObject({ event: EventType, list_id: z.optional(IdParam) }),
  reply: z.array(ZapierItem),
  errors: ['not_found'],
})
