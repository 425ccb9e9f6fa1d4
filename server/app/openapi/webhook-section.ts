import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, webhookBody } from '#contract/activity/webhook-events.ts'
import { ATTEMPT_SECONDS } from '#contract/activity/webhooks.ts'
import { makeEventSchema } from '#server/modules/activity/webhooks/index.ts'
import type { Json, Schemas } from './schemas.ts'

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** Headers of every event, as Standard Webhooks names them. */
export const EVENT_HEADERS: Record<string, Json> = {
  WebhookId: header(
    'webhook-id',
    'Id of the event: the same for every attempt, so that an event is processed once.',
  ),
  WebhookTimestamp: header('webhook-timestamp', 'When it was signed, in seconds since 1970.'),
  WebhookSignature: header(
    'webhook-signature',
    'Signatures by HMAC-SHA256 of `id.timestamp.body` with the secret of the webhook, `v1,` and base64 each, separated by spaces. One that matches is enough.',
  ),
}

/** The requests that the address of a webhook gets, by event. */
export const listWebhooks = ({ convert }: Schemas): Json =>
  Object.fromEntries(
    WEBHOOK_EVENT_TYPES.map((type) => {
      const { name, when, ofOneList, ofCustomers, example } = WEBHOOK_EVENTS[type]
      const whose = ofOneList
        ? 'Webhooks of the account and of one list can get it.'
        : ofCustomers
          ? 'Only webhooks of an account with customers get it.'
          : 'Only webhooks of the account can get it.'
      const value = webhookBody({ type, timestamp: '2026-11-03T20:31:44.344Z', data: example })
      const post = {
        operationId: `webhook.${type}`,
        summary: name,
        description: `${when}. ${whose}`,
        tags: ['Webhooks'],
        security: [],
        parameters: Object.keys(EVENT_HEADERS).map((key) => ({ $ref: `#/components/parameters/${key}` })),
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: convert(makeEventSchema(type), 'output'), example: value },
          },
        },
        responses: {
          '2XX': {
            description: `Received. Anything else, or no reply in ${ATTEMPT_SECONDS} seconds, is tried again.`,
          },
          '410': { description: 'No more events are wanted: the webhook is switched off.' },
        },
      }
      return [type, { post }]
    }),
  )
