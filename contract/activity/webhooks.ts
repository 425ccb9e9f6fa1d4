import * as z from 'zod/mini'
import { Done, Id, IdParam, optionalText, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { WEBHOOK_EVENT_TYPES } from './webhook-events.ts'

/** Maximum number of webhooks of an account, including those of its lists. */
export const MAX_WEBHOOKS = 100
/** Hours for which the previous secret signs alongside the new one. */
export const SECRET_OVERLAP_HOURS = 24
/** Seconds after which an attempt without an answer has failed. */
export const ATTEMPT_SECONDS = 15
/** Seconds before each attempt, counted from the end of the previous one. */
export const RETRY_SECONDS = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** Days of nothing but failures after which a webhook is switched off. */
export const FAILING_DAYS = 5
/** Bytes of a request and of a response in the log. */
export const LOGGED_BYTES = 10 * 1024
export const DELIVERY_DAYS = 30

export const WEBHOOK_OFF_REASONS = ['person', 'gone', 'failing'] as const
export const DELIVERY_STATES = ['waiting', 'succeeded', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const EventType = z.enum(WEBHOOK_EVENT_TYPES)
export const WebhookEvents = z.array(EventType).check(z.minLength(1), z.maxLength(WEBHOOK_EVENT_TYPES.length))
export const WebhookUrl = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000))

/** The last attempted delivery, or the newest waiting one. */
export const LastDelivery = z.object({
  id: Id,
  type: EventType,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  status: z.nullable(z.int()).check(z.describe('HTTP status of the last attempt')),
  error: z.nullable(z.string()),
  at: Timestamp,
})
export type LastDelivery = z.output<typeof LastDelivery>

/** An endpoint of a customer. Its secret is never shown again. */
export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(EventType),
  list: z
    .nullable(z.object({ id: Id, name: z.string(), type: z.string() }))
    .check(z.describe('Null: events of the whole account')),
  origin: z
    .enum(['own', 'zapier', 'listener'])
    .check(z.describe('`zapier`: subscribed by a Zap; `listener`: read by a command line')),
  active: z.boolean(),
  off_reason: z
    .nullable(z.enum(WEBHOOK_OFF_REASONS))
    .check(
      z.describe('Why it is off: `person`, `gone` (the receiver answered 410) or `failing` (for five days)'),
    ),
  off_at: z.nullable(Timestamp),
  failing_since: z.nullable(Timestamp),
  old_secret_until: z.nullable(Timestamp).check(z.describe('Until then the previous secret signs too')),
  waiting: z.int().check(z.describe('Waiting deliveries')),
  failed: z.int().check(z.describe('Failed deliveries')),
  last_delivery: z.nullable(LastDelivery),
  created_at: Timestamp,
})
export type Webhook = z.output<typeof Webhook>

export const Delivery = z.object({
  id: Id,
  webhook_id: Id,
  message_id: z.string().check(z.describe('The `webhook-id` header: the same for every attempt')),
  type: EventType,
  test: z.boolean(),
  list_id: z.nullable(Id),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  next_attempt_at: z
    .nullable(Timestamp)
    .check(z.describe('Null when it has ended, or waits behind an earlier one of its list')),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type Delivery = z.output<typeof Delivery>

export const Attempt = z.object({
  number: z.int(),
  url: z.string(),
  started_at: Timestamp,
  duration_ms: z.int(),
  request_headers: z.record(z.string(), z.string()),
  request_body: z.string().check(z.describe('The first 10 KB')),
  request_bytes: z.int(),
  status: z.nullable(z.int()),
  reply_headers: z.nullable(z.record(z.string(), z.string())),
  reply_body: z.nullable(z.string()).check(z.describe('The first 10 KB')),
  error: z.nullable(z.string()),
})
export type Attempt = z.output<typeof Attempt>

const api = defineArea({ tag: 'Webhooks', access: { can: 'manage_webhooks' }, scope: 'write' })
const WebhookReply = z.object({ data: Webhook, message: z.optional(z.string()) })
const DeliveryReply = z.object({ data: Delivery, message: z.optional(z.string()) })
export const WithSecret = z.object({
  data: z.object({
    id: Id,
    secret: z.string().check(z.describe('Shown only this once')),
    webhook: Webhook,
  }),
  message: z.optional(z.string()),
})
const changes = ['webhooks'] as const

export const webhookEvents = api.get('/api/webhook-events', {
  name: 'webhooks.events',
  summary: 'All events, each with an example of its body',
  reply: z.object({
    data: z.array(
      z.object({
        type: EventType,
        name: z.string(),
        when: z.string(),
        of_one_list: z.boolean(),
        example: z.record(z.string(), z.unknown()).check(z.describe('A body that fits `schema`')),
        schema: z.record(z.string(), z.unknown()).check(z.describe('JSON Schema of the body')),
      }),
    ),
  }),
})

export const webhooks = api.get('/api/webhooks', {
  name: 'webhooks.index',
  reads: ['webhooks'],
  summary: 'Webhooks of the account and of its lists',
  query: z.strictObject({ list_id: z.optional(IdParam) }),
  reply: z.object({ data: z.array(Webhook) }),
  cli: {
    name: 'webhooks list',
    summary: 'Webhooks with their state and last delivery',
    options: { list: { field: 'list_id', help: 'Only webhooks of this list' } },
    columns: {
      '>ID': 'id',
      STATE: "active?on ?? 'off'",
      '>LIST': 'list.id',
      '>WAITING': 'waiting',
      '>FAILED': 'failed',
      LAST: '[{last_delivery.state} {last_delivery.at|minute}]',
      EVENTS: 'events|words',
      URL: 'url',
    },
    empty: 'No webhooks',
  },
})

export const showWebhook = api.get('/api/webhooks/{id}', {
  name: 'webhooks.show',
  reads: ['webhooks'],
  summary: 'One webhook',
  reply: WebhookReply,
  cli: {
    name: 'webhooks show',
    text: [
      '{name}: {url}',
      'State: {active?on ?? off_reason}',
      'Events: {events|words}',
      '[List: {list.id} {list.name}]',
      'Waiting: {waiting|number}, failed: {failed|number}',
      '[Last delivery: {last_delivery.type} {last_delivery.state} {last_delivery.at|minute}]',
      '[Last error: {last_delivery.error}]',
    ],
  },
})

/** The result of a command that shows a secret. */
const SECRET = {
  text: ['Webhook {id}', 'Secret: {secret}', 'Save it now: it is not shown again'],
  json: ['id', 'secret'],
}

export const createWebhook = api.create('/api/webhooks', {
  name: 'webhooks.create',
  changes,
  idempotent: 'sealed',
  audit: 'webhook.created',
  summary: 'Add a webhook; its secret is shown only this once',
  body: z.strictObject({
    url: WebhookUrl,
    events: WebhookEvents,
    name: optionalText(100),
    list_id: z.optional(z.nullable(Id)).check(z.describe('Events of this list only')),
  }),
  reply: WithSecret,
  errors: ['not_found', 'conflict'],
  cli: {
    name: 'webhooks create',
    summary: 'Add a webhook and print its secret (only once)',
    options: {
      url: { value: 'URL', help: 'URL that receives the events; https' },
      events: 'Events separated by commas:  {choices}',
      list: { field: 'list_id', help: 'Events of this list only' },
      name: { value: 'NAME', help: 'Name of the webhook; the host of its address by default' },
    },
    examples: [
      'leadwright webhooks create --url https://example.com/hook --events lead.added,lead.deleted',
      'leadwright webhooks create --url https://example.com/hook --events lead.added --list 12 --json',
    ],
    ...SECRET,
  },
})

export const changeWebhook = api.put('/api/webhooks/{id}', {
  name: 'webhooks.change',
  changes,
  audit: 'webhook.changed',
  summary: 'Change a webhook, or turn it off or on',
  description: 'Absent fields keep their value. While it is off, no events are stored for it.',
  body: z.strictObject({
    url: z.optional(WebhookUrl),
    events: z.optional(WebhookEvents),
    name: optionalText(100),
    active: z.optional(z.boolean()),
  }),
  reply: WebhookReply,
})

export const deleteWebhook = api.delete('/api/webhooks/{id}', {
  name: 'webhooks.delete',
  changes,
  audit: 'webhook.deleted',
  summary: 'Delete a webhook',
  reply: Done,
  cli: { name: 'webhooks delete', text: ['Webhook {input.id} deleted'], json: ['id=input.id'] },
})

export const restoreWebhook = api.post('/api/webhooks/{id}/restore', {
  name: 'webhooks.restore',
  changes,
  idempotent: true,
  audit: 'webhook.restored',
  summary: 'Restore a deleted webhook with its secret',
  reply: WebhookReply,
  errors: ['conflict'],
})

export const rotateWebhookSecret = api.post('/api/webhooks/{id}/rotate-secret', {
  name: 'webhooks.rotate',
  changes,
  idempotent: 'sealed',
  audit: 'webhook.secret_rotated',
  summary: 'Give a webhook a new secret; the previous one signs too for 24 hours',
  reply: WithSecret,
  cli: {
    name: 'webhooks rotate',
    summary: 'Change the secret of a webhook; the old one also signs for 24 hours',
    ...SECRET,
  },
})

export const testWebhook = api.post('/api/webhooks/{id}/test', {
  name: 'webhooks.test',
  changes,
  idempotent: true,
  audit: 'webhook.tested',
  summary: 'Send a test event with example data',
  body: z.strictObject({
    event: z.optional(EventType).check(z.describe('The first event of the webhook by default')),
  }),
  status: 202,
  reply: DeliveryReply,
  errors: ['conflict'],
  cli: {
    name: 'webhooks test',
    summary: 'Send a test event to a webhook',
    options: { event: 'Event type; the first one by default' },
    text: ['Delivery {id} is on its way: {type}'],
  },
})

export const webhookDeliveries = api.get('/api/webhooks/{id}/deliveries', {
  name: 'webhooks.deliveries',
  reads: ['webhooks'],
  summary: 'Deliveries of a webhook in the last 30 days, newest first',
  query: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(DELIVERY_STATES)),
    event: z.optional(EventType),
  }),
  reply: page(Delivery),
  cli: {
    name: 'webhooks deliveries',
    summary: 'Deliveries of a webhook, newest first',
    options: { state: 'Only these: {choices}', event: 'Only of this event' },
    columns: {
      '>ID': 'id',
      STATE: 'state',
      '>ATTEMPTS': 'attempts',
      '>STATUS': 'status',
      WRITTEN: 'created_at|minute',
      NEXT: 'next_attempt_at|minute',
      EVENT: '{type}{test? (test)}',
      ERROR: 'error',
    },
  },
})

export const showDelivery = api.get('/api/webhook-deliveries/{id}', {
  name: 'webhooks.delivery',
  reads: ['webhooks'],
  summary: 'One delivery with every attempt: request and response',
  reply: z.object({
    data: z.extend(Delivery, {
      log: z.array(Attempt).check(z.describe('The newest attempt first; at most 50')),
    }),
  }),
})

export const resendDelivery = api.post('/api/webhook-deliveries/{id}/resend', {
  name: 'webhooks.resend',
  changes,
  idempotent: true,
  audit: 'webhook.resent',
  summary: 'Resend a delivery now, with all its attempts and the same id',
  status: 202,
  reply: DeliveryReply,
  errors: ['conflict'],
  cli: {
    name: 'webhooks resend',
    summary: 'Resend a delivery now',
    args: { DELIVERY_ID: 'id' },
    text: ['Delivery {id} is on its way again'],
  },
})

export const resendFailed = api.post('/api/webhooks/{id}/resend-failed', {
  name: 'webhooks.resendFailed',
  changes,
  idempotent: true,
  audit: 'webhook.resent',
  summary: 'Resend every failed delivery of a webhook, in order',
  status: 202,
  reply: z.object({ count: z.int(), message: z.optional(z.string()) }),
  errors: ['conflict'],
})

const ListWebhook = z.object({
  id: z.nullable(Id),
  url: z.nullable(z.string()),
  events: z.array(EventType),
  active: z.boolean(),
  last_delivery: z.nullable(LastDelivery),
})

export const listWebhook = api.get('/api/campaign-webhook/{id}', {
  name: 'webhooks.ofList',
  reads: ['webhooks'],
  summary: 'The webhook of a list; the first where it has several',
  reply: z.object({ data: ListWebhook }),
})

export const setListWebhook = api.post('/api/campaign-webhook-setup/{id}', {
  name: 'webhooks.setOfList',
  changes,
  idempotent: true,
  audit: 'webhook.changed',
  summary: 'Set, change or, with an empty address, remove the webhook of a list',
  body: z.strictObject({
    url: z.nullable(z.string().check(z.trim(), z.maxLength(2000))),
    events: z.optional(WebhookEvents).check(z.describe('All events of a list by default')),
    active: z.optional(z.boolean()),
  }),
  reply: z.object({
    data: z.extend(ListWebhook, {
      secret: z.nullable(z.string()).check(z.describe('Of a new webhook, shown only this once')),
    }),
    message: z.optional(z.string()),
  }),
  errors: ['conflict'],
})
