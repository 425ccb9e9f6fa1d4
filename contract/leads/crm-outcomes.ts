import * as z from 'zod/mini'
import { IdParam, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** What a sender tells about a lead that was handed over to it. */
export const SENDER_OUTCOMES = ['replied', 'bounced', 'unsubscribed'] as const
export type SenderOutcome = (typeof SENDER_OUTCOMES)[number]

const api = defineArea({ tag: 'CRM', access: { can: 'manage_crm' }, scope: 'write' })
const params = z.object({ id: IdParam })

export const crmCampaigns = api.get('/api/crm/connections/{id}/campaigns', {
  access: { can: 'see_crm' },
  name: 'crm.campaigns',
  acting: 'write',
  reads: ['crm'],
  summary: 'Campaigns of a sender, read from it now',
  params,
  reply: z.object({
    data: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z
          .string()
          .check(z.describe('In the words of the sender; leads wait in one that is not active')),
      }),
    ),
  }),
  errors: ['source_failed', 'conflict'],
  cli: {
    name: 'crm campaigns',
    summary: 'Campaigns of a connected sender',
    columns: { ID: 'id', CAMPAIGN: 'name', STATE: 'state' },
    empty: false,
  },
})

/** What came back from a sender. */
export const CrmOutcomes = z.object({
  replied: z.int(),
  bounced: z.int(),
  unsubscribed: z.int(),
  read_at: z.nullable(Timestamp),
  problem: z.nullable(z.string()).check(z.describe('Why it couldn’t be read; tried again within 15 minutes')),
  hook: z
    .string()
    .check(z.describe('Enter it as a webhook at the sender: a call makes us read at once. It is secret')),
})
export type CrmOutcomes = z.output<typeof CrmOutcomes>

export const crmOutcomes = api.get('/api/crm/connections/{id}/outcomes', {
  name: 'crm.outcomes',
  scope: 'read',
  reads: ['crm'],
  summary: 'Replies, bounces and unsubscribes that came back from a sender',
  params,
  reply: z.object({ data: CrmOutcomes }),
  errors: ['conflict'],
})

export const readCrmOutcomes = api.post('/api/crm/connections/{id}/outcomes/read', {
  name: 'crm.readOutcomes',
  changes: ['crm', 'lists', 'list:*', 'bounces', 'wallet'],
  audit: 'crm.outcomes_read',
  summary: 'Read replies, bounces and unsubscribes from a sender now',
  description:
    'Read every 15 minutes anyway. Leads get the status replied, bounced or unsubscribed, unless someone set another one; bounces are refunded like reported ones; unsubscribed addresses go to the suppression list.',
  params,
  reply: z.object({ leads: z.int().check(z.describe('Leads whose status changed')), message: z.string() }),
  errors: ['source_failed', 'conflict'],
})

/** Where senders report; what happened is not taken from the call but read from the sender. */
export const senderHook = api.post('/api/sender-hooks/{token}', {
  name: 'crm.hook',
  scope: null,
  access: 'public',
  changesNothing: true,
  summary: 'Callback of senders: something happened, so we read it',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  body: z.record(z.string(), z.unknown()).check(z.describe('Whatever the sender posts; it is not read')),
  reply: z.object({ message: z.string() }),
})
