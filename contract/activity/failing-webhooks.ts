import * as z from 'zod/mini'
import { Id, page, pageQuery } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { Webhook } from './webhooks.ts'

/**
 * `failing`: on, but nothing was delivered since the last failure; `stopped`: turned off after failures; `off`: turned
 * off by a person.
 */
export const WEBHOOK_PROBLEMS = ['failing', 'stopped', 'off'] as const
export type WebhookProblem = (typeof WEBHOOK_PROBLEMS)[number]

/** A webhook of any account that delivers nothing, for administrators. */
export const FailingWebhook = z.extend(
  z.pick(Webhook, {
    id: true,
    name: true,
    events: true,
    origin: true,
    active: true,
    off_reason: true,
    off_at: true,
    failing_since: true,
    last_delivery: true,
    created_at: true,
  }),
  {
    host: z.string().check(z.describe('Of its address; the rest often contains a key')),
    account: z.object({ id: Id, name: z.string() }),
    owner: z.nullable(z.string()).check(z.describe('Email of the first active owner')),
  },
)
export type FailingWebhook = z.output<typeof FailingWebhook>

const api = defineArea({ tag: 'Webhooks of all accounts', access: { can: 'see_admin' }, scope: 'admin' })

export const failingWebhooks = api.get('/api/admin/webhooks', {
  name: 'failingWebhooks.index',
  reads: ['webhooks'],
  summary: 'Webhooks of all accounts that fail or are off, the latest problem first',
  description:
    '`search` finds accounts by name or by the email of the owner. `failing` is on but its last delivery failed, ' +
    '`stopped` was turned off after failures, `off` was turned off by a person.',
  query: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(WEBHOOK_PROBLEMS)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  }),
  reply: page(FailingWebhook),
  cli: {
    name: 'webhooks failing',
    summary: 'Webhooks of all accounts that fail or are off',
    options: {
      state: 'Only these: {choices}',
      search: 'Part of the name of an account, or of the email of its owner',
    },
    notes: ['For administrators. stopped: turned off after failures; off: turned off by a person.'],
    columns: {
      '>ID': 'id',
      STATE: "active?failing ?? off_reason=person?off ?? 'stopped'",
      ACCOUNT: '{account.name} ({account.id})',
      OWNER: 'owner',
      SINCE: 'failing_since|minute ?? off_at|minute',
      LAST: 'last_delivery.status ?? last_delivery.error',
      HOST: 'host',
    },
  },
})
