import type { CallRecords, Line } from './access-rules.ts'

const own = { rule: 'mainUser', foreign: 'hidden' } as const
const ofWebhook = ({ webhook }: CallRecords) => ({ params: { id: webhook } })
const ofDelivery = ({ webhookDelivery }: CallRecords) => ({ params: { id: webhookDelivery } })
const ofList = ({ list }: CallRecords) => ({ params: { id: list } })
const made = { url: 'https://hook.example/in', events: ['lead.added'] }

/** Webhooks send leads elsewhere, so only owners manage them. */
export const WEBHOOK_LINES: Record<string, Line> = {
  'webhooks.events': { rule: 'mainUser', scope: 'read', ok: 200 },
  'webhooks.index': { rule: 'mainUser', scope: 'read', ok: 200 },
  'webhooks.show': { ...own, scope: 'read', ok: 200, input: ofWebhook },
  'webhooks.create': { rule: 'mainUser', scope: 'write', ok: 201, input: () => ({ body: made }) },
  'webhooks.listen': { rule: 'mainUser', scope: 'write', ok: 201, input: () => ({ body: {} }) },
  'webhooks.stream': {
    ...own,
    scope: 'read',
    ok: 200,
    input: ({ webhookListener }) => ({ params: { id: webhookListener } }),
  },
  'webhooks.change': {
    ...own,
    scope: 'write',
    ok: 200,
    input: (things) => ({ ...ofWebhook(things), body: { name: 'Other' } }),
  },
  'webhooks.delete': { ...own, scope: 'write', ok: 200, input: ofWebhook },
  'webhooks.restore': {
    ...own,
    scope: 'write',
    ok: 200,
    input: ({ deletedWebhook }) => ({ params: { id: deletedWebhook } }),
  },
  'webhooks.rotate': { ...own, scope: 'write', ok: 200, input: ofWebhook },
  'webhooks.test': {
    ...own,
    scope: 'write',
    ok: 202,
    input: (things) => ({ ...ofWebhook(things), body: {} }),
  },
  'webhooks.deliveries': { ...own, scope: 'read', ok: 200, input: ofWebhook },
  'webhooks.delivery': { ...own, scope: 'read', ok: 200, input: ofDelivery },
  'webhooks.resend': { ...own, scope: 'write', ok: 202, input: ofDelivery },
  'webhooks.resendFailed': { ...own, scope: 'write', ok: 202, input: ofWebhook },
  'zapier.subscribe': {
    rule: 'mainUser',
    scope: 'write',
    ok: 201,
    input: () => ({ body: { hookUrl: 'https://hook.example/zap', event: 'lead.added' } }),
  },
  'zapier.unsubscribe': {
    ...own,
    scope: 'write',
    ok: 200,
    input: ({ zapierHook }) => ({ params: { id: zapierHook } }),
  },
  'zapier.samples': {
    rule: 'mainUser',
    scope: 'read',
    ok: 200,
    input: () => ({ query: { event: 'lead.added' } }),
  },
  'webhooks.ofList': { ...own, scope: 'read', ok: 200, input: ofList },
  'webhooks.setOfList': {
    ...own,
    scope: 'write',
    ok: 200,
    input: (things) => ({ ...ofList(things), body: { url: 'https://hook.example/list' } }),
  },
}
