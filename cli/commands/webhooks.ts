import {
  type FailingWebhook,
  failingWebhooks,
  WEBHOOK_PROBLEMS,
} from '#contract/activity/failing-webhooks.ts'
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '#contract/activity/webhook-events.ts'
import * as api from '#contract/activity/webhooks.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { list, parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { pageText, right, textTable } from '../terminal/text-table.ts'

const eventType = oneOf(WEBHOOK_EVENT_TYPES)
const minutes = (moment: string | null): string => moment?.slice(0, 16).replace('T', ' ') ?? ''

const secretText = ({ id, secret }: { id: number; secret: string }, title: string): string =>
  [`${title} ${id}`, `Secret: ${secret}`, 'Save it now: it is not shown again'].join('\n')

/** `leadwright webhooks create`: adds an address that receives events. */
const webhooksCreateCommand = defineCommand({
  name: 'webhooks create',
  summary: 'Add a webhook and print its secret (only once)',
  options: {
    url: required(text('URL', 'URL that receives the events; https')),
    events: list('EVENTS', `Events separated by commas:  ${WEBHOOK_EVENT_TYPES.join(', ')}`, eventType),
    list: parsed('ID', 'Events of this list only', wholeNumber(1)),
    name: text('NAME', 'Name of the webhook; the host of its address by default'),
  },
  examples: [
    'leadwright webhooks create --url https://example.com/hook --events lead.added,lead.deleted',
    'leadwright webhooks create --url https://example.com/hook --events lead.added --list 12 --json',
  ],
  async run(call) {
    const { url, events, list: listId, name } = call.values
    if (events.length === 0) throw usageError('--events EVENTS is required')
    const body = {
      url,
      events: events as WebhookEventType[],
      ...(listId !== undefined && { list_id: listId }),
      ...(name !== undefined && { name }),
    }
    const { data } = await callServer(call, api.createWebhook, { body })
    const made = { id: data.id, secret: data.secret }
    call.terminal.result(made, () => secretText(made, 'Webhook'))
  },
})

const COLUMNS = [
  ...right('ID'),
  'STATE',
  ...right('LIST', 'WAITING', 'FAILED'),
  'LAST',
  'EVENTS',
  'URL',
] as const

const row = ({ id, active, list: of, waiting, failed, last_delivery, events, url }: api.Webhook) => [
  id,
  active ? 'on' : 'off',
  of?.id ?? '',
  waiting,
  failed,
  last_delivery ? `${last_delivery.state} ${minutes(last_delivery.at)}` : '',
  events.join(' '),
  url,
]

/** `leadwright webhooks list`: lists webhooks of the account and of its lists. */
const webhooksListCommand = defineCommand({
  name: 'webhooks list',
  summary: 'Webhooks with their state and last delivery',
  options: { list: parsed('ID', 'Only webhooks of this list', wholeNumber(1)) },
  async run(call) {
    const { list: listId } = call.values
    const found = await callServer(call, api.webhooks, {
      query: listId === undefined ? {} : { list_id: listId },
    })
    call.terminal.result(found, () =>
      found.data.length === 0 ? 'No webhooks' : textTable(COLUMNS, found.data.map(row), call.terminal.width),
    )
  },
})

const FAILING_COLUMNS = [...right('ID'), 'STATE', 'ACCOUNT', 'OWNER', 'SINCE', 'LAST', 'HOST'] as const

const failingRow = (webhook: FailingWebhook) => [
  webhook.id,
  webhook.active ? 'failing' : webhook.off_reason === 'person' ? 'off' : 'stopped',
  `${webhook.account.name} (${webhook.account.id})`,
  webhook.owner ?? '',
  minutes(webhook.failing_since ?? webhook.off_at),
  webhook.last_delivery?.status ?? webhook.last_delivery?.error ?? '',
  webhook.host,
]

/** `leadwright webhooks failing`: lists webhooks of all accounts that deliver nothing, for administrators. */
const webhooksFailingCommand = defineCommand({
  name: 'webhooks failing',
  summary: 'Webhooks of all accounts that fail or are off',
  options: {
    state: parsed('STATE', `Only these: ${WEBHOOK_PROBLEMS.join(', ')}`, oneOf(WEBHOOK_PROBLEMS)),
    search: text('TEXT', 'Part of the name of an account, or of the email of its owner'),
    limit: parsed('N', 'Maximum number (100 by default)', wholeNumber(1)),
  },
  notes: ['For administrators. stopped: turned off after failures; off: turned off by a person.'],
  async run(call) {
    const { state, search, limit: maxRows = 100 } = call.values
    const client = await openClient(call)
    const found = await readPages(maxRows, MAX_PAGE_SIZE, (page, limit) =>
      client.call(failingWebhooks, {
        query: { page, limit, ...(state && { state }), ...(search && { search }) },
      }),
    )
    call.terminal.result(found, () =>
      pageText(FAILING_COLUMNS, found.data.map(failingRow), found.total, call.terminal.width),
    )
  },
})

/** `leadwright webhooks test`: sends the example of an event now. */
const webhooksTestCommand = defineCommand({
  name: 'webhooks test',
  summary: 'Send a test event to a webhook',
  positionals: ['ID'],
  options: { event: parsed('EVENT', 'Event type; the first one by default', eventType) },
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'ID')
    const { event } = call.values
    const { data } = await callServer(call, api.testWebhook, { params: { id }, body: event ? { event } : {} })
    call.terminal.result(data, () => `Delivery ${data.id} is on its way: ${data.type}`)
  },
})

const DELIVERY_COLUMNS = [
  ...right('ID'),
  'STATE',
  ...right('ATTEMPTS', 'STATUS'),
  'WRITTEN',
  'NEXT',
  'EVENT',
  'ERROR',
] as const

const deliveryRow = (delivery: api.Delivery) => [
  delivery.id,
  delivery.state,
  delivery.attempts,
  delivery.status ?? '',
  minutes(delivery.created_at),
  minutes(delivery.next_attempt_at),
  delivery.test ? `${delivery.type} (test)` : delivery.type,
  delivery.error ?? '',
]

/** `leadwright webhooks deliveries`: lists the deliveries of a webhook, newest first. */
const webhooksDeliveriesCommand = defineCommand({
  name: 'webhooks deliveries',
  summary: 'Deliveries of a webhook, newest first',
  positionals: ['ID'],
  options: {
    state: parsed('STATE', `Only these: ${api.DELIVERY_STATES.join(', ')}`, oneOf(api.DELIVERY_STATES)),
    event: parsed('EVENT', 'Only of this event', eventType),
    limit: parsed('N', 'Maximum number (100 by default)', wholeNumber(1)),
  },
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'ID')
    const client = await openClient(call)
    const { state, event } = call.values
    const requested = { ...(state && { state }), ...(event && { event }) }
    const found = await readPages(call.values.limit ?? 100, MAX_PAGE_SIZE, (page, limit) =>
      client.call(api.webhookDeliveries, { params: { id }, query: { ...requested, page, limit } }),
    )
    call.terminal.result(found, () =>
      pageText(DELIVERY_COLUMNS, found.data.map(deliveryRow), found.total, call.terminal.width),
    )
  },
})

/** `leadwright webhooks resend`: sends a delivery again, with the same id. */
const webhooksResendCommand = defineCommand({
  name: 'webhooks resend',
  summary: 'Resend a delivery now',
  positionals: ['DELIVERY_ID'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'DELIVERY_ID')
    const { data } = await callServer(call, api.resendDelivery, { params: { id } })
    call.terminal.result(data, () => `Delivery ${data.id} is on its way again`)
  },
})

/** `leadwright webhooks rotate`: creates a new secret; the previous one signs too for a day. */
const webhooksRotateCommand = defineCommand({
  name: 'webhooks rotate',
  summary: 'Change the secret of a webhook; the old one also signs for 24 hours',
  positionals: ['ID'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'ID')
    const { data } = await callServer(call, api.rotateWebhookSecret, { params: { id } })
    const made = { id: data.id, secret: data.secret }
    call.terminal.result(made, () => secretText(made, 'Webhook'))
  },
})

const webhooksDeleteCommand = defineCommand({
  name: 'webhooks delete',
  summary: 'Delete a webhook',
  positionals: ['ID'],
  async run(call) {
    const id = idArgument(call.positionals[0]!, 'ID')
    await callServer(call, api.deleteWebhook, { params: { id } })
    call.terminal.result({ id }, () => `Webhook ${id} deleted`)
  },
})

export const WEBHOOK_COMMANDS = [
  webhooksCreateCommand,
  webhooksListCommand,
  webhooksFailingCommand,
  webhooksTestCommand,
  webhooksDeliveriesCommand,
  webhooksResendCommand,
  webhooksRotateCommand,
  webhooksDeleteCommand,
]
