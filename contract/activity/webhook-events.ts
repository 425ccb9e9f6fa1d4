import * as z from 'zod/mini'
import { Id, Timestamp } from '../core/common.ts'
import { bakeries, findEmails, lead } from './webhook-examples.ts'

/** Maximum number of leads in one event; more are split into several events. */
export const EVENT_LEADS = 100

export const EventList = z.object({
  id: Id,
  name: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  lead_source: z.nullable(z.string()),
})
export const EventLead = z.object({
  id: Id,
  values: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .check(z.describe('Values by field, as the grid of the list shows them')),
  email_state: z.nullable(z.string()),
  is_sample: z.boolean(),
  added_at: Timestamp,
  tags: z.array(z.string()).check(z.describe('Tags of the list')),
  lead_source: z.nullable(z.string()).check(z.describe('Source of the list')),
})
const EventRun = z.object({
  id: Id,
  kind: z.string(),
  state: z.enum(['succeeded', 'cancelled', 'failed']),
  title: z.string(),
  total: z.nullable(z.int()),
  done: z.int(),
  counts: z.record(z.string(), z.int()),
  cost: z.int().check(z.describe('Credits charged')),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  finished_at: z.nullable(Timestamp),
})
const EventFile = z.object({
  bytes: z.int(),
  expires_at: Timestamp,
  download: z.string().check(z.describe('Endpoint that issues a ticket for the file')),
})

export type EventList = z.output<typeof EventList>
export type EventLead = z.output<typeof EventLead>

/** Null after it was deleted for good. */
const list = z.nullable(EventList)
const run = z.nullable(EventRun)
const ofList = z.object({ list })
const ofLeads = z.object({
  list,
  leads: z.array(EventLead).check(z.maxLength(EVENT_LEADS)),
  shortened: z
    .optional(z.literal(true))
    .check(z.describe('The leads have no values, because the body would be too large')),
})
const SignalValue = z.nullable(z.union([z.string(), z.number()]))
const ofSignal = z.object({
  list,
  lead: z.nullable(EventLead).check(z.describe('Null once the lead was deleted')),
  signal: z.string().check(z.describe('Name of the field, such as `no_booking`')),
  change: z.string().check(z.describe('In words: “Online booking: yes → no”')),
  old_value: SignalValue,
  new_value: SignalValue,
  evidence: z
    .nullable(z.object({ url: z.nullable(z.string()), text: z.string() }))
    .check(z.describe('Page and words that show the new value; null once the lead has another one')),
})
const ofSubmission = z.object({
  list,
  lead: z.nullable(EventLead).check(z.describe('Null once the lead was deleted')),
  source: z.string().check(z.describe('Name of the form, or “Audit page”')),
  is_new: z.boolean().check(z.describe('False for a lead that the list had before')),
  consent: z
    .nullable(z.object({ text: z.string(), at: Timestamp }))
    .check(z.describe('What the person agreed to, word for word; null if nothing was asked')),
})
const ofLeadIds = z.object({ list, lead_ids: z.array(Id).check(z.maxLength(EVENT_LEADS)) })
const ofRun = z.object({ list, run })
const ofExport = z.object({ list, run, file: z.nullable(EventFile) })
const EventAutopilot = z.object({ id: Id, name: z.string() })
const ofAutopilotRun = z.object({
  list,
  autopilot: z.nullable(EventAutopilot),
  run: z.nullable(
    z.object({
      id: Id,
      slot: Timestamp,
      state: z.enum(['finished', 'failed', 'cancelled', 'skipped']),
      leads: z.int().check(z.describe('New leads')),
      cost: z.int().check(z.describe('Credits of the search and all steps')),
      message: z.nullable(z.string()),
      finished_at: z.nullable(Timestamp),
    }),
  ),
})
const ofAutopilot = z.object({
  list,
  autopilot: z.nullable(EventAutopilot),
  reason: z.string().check(z.describe('person, empty, credits, source, list, access or step')),
})
const ofCredits = z.object({ available: z.int(), reserved: z.int() })

/** Schemas of event data; `of` types the data that the program passes for one event. */
/** Null once the account was deleted. */
const ofCustomer = z.object({
  customer: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      email: z
        .nullable(z.string())
        .check(z.describe('Of the owner; until the owner has joined, the one the account was opened for')),
    }),
  ),
  package: z.optional(z.string()),
  amount: z.optional(z.int()).check(z.describe('In the smallest unit of the currency')),
  currency: z.optional(z.string()).check(z.describe('In capitals, such as `USD`')),
  available: z.optional(z.int()).check(z.describe('Credits left')),
})

export const EVENT_DATA = {
  ofCustomer,
  ofList,
  ofLeads,
  ofSignal,
  ofSubmission,
  ofLeadIds,
  ofRun,
  ofExport,
  ofCredits,
  ofAutopilotRun,
  ofAutopilot,
} as const
export type EventShape = keyof typeof EVENT_DATA

interface EventDefinition {
  type: string
  /** Label on screen. */
  name: string
  /** One sentence on when it is sent. */
  when: string
  /** Whether a webhook of one list can subscribe to it. */
  ofOneList: boolean
  /** Whether it informs a reseller about a customer. */
  ofCustomers?: boolean
  shape: EventShape
  example: Record<string, unknown>
}

/** Every event. A new one is one declaration here and one `emitEvent` where it happens. */
const DEFINITIONS = [
  {
    type: 'list.created',
    name: 'List created',
    when: 'A list was created or restored from the trash',
    ofOneList: false,
    shape: 'ofList',
    example: { list: bakeries },
  },
  {
    type: 'list.deleted',
    name: 'List deleted',
    when: 'A list went to the trash',
    ofOneList: true,
    shape: 'ofList',
    example: { list: bakeries },
  },
  {
    type: 'lead.added',
    name: 'Leads added',
    when: 'Leads were added to a list: found, imported, moved or restored',
    ofOneList: true,
    shape: 'ofLeads',
    example: { list: bakeries, leads: [lead] },
  },
  {
    type: 'lead.changed',
    name: 'Leads changed',
    when: 'Values or status of leads changed',
    ofOneList: true,
    shape: 'ofLeads',
    example: { list: bakeries, leads: [{ ...lead, values: { ...lead.values, lead_status: 'contacted' } }] },
  },
  {
    type: 'lead.won',
    name: 'Leads won',
    when: 'Leads got the status Won: by a person, or by a won deal of a CRM',
    ofOneList: true,
    shape: 'ofLeads',
    example: { list: bakeries, leads: [{ ...lead, values: { ...lead.values, lead_status: 'won' } }] },
  },
  {
    type: 'lead.won_undone',
    name: 'Leads not won after all',
    when: 'Leads lost the status Won: it was undone, or they got another one',
    ofOneList: true,
    shape: 'ofLeads',
    example: { list: bakeries, leads: [{ ...lead, values: { ...lead.values, lead_status: 'contacted' } }] },
  },
  {
    type: 'signal.changed',
    name: 'Signal changed',
    when: 'A check saw another value of a lead’s signal for the second time',
    ofOneList: true,
    shape: 'ofSignal',
    example: {
      list: bakeries,
      lead,
      signal: 'no_booking',
      change: 'Online booking: yes → no',
      old_value: 'no',
      new_value: 'yes',
      evidence: { url: 'https://bluedoor.example/', text: 'No booking on 3 pages' },
    },
  },
  {
    type: 'submission.received',
    name: 'Submission received',
    when: 'Somebody sent a form or asked for an audit, and confirmed the email if that is asked for',
    ofOneList: true,
    shape: 'ofSubmission',
    example: {
      list: bakeries,
      lead,
      source: 'Contact us',
      is_new: true,
      consent: { text: 'You may contact me about my request.', at: '2026-11-03T20:26:10.344Z' },
    },
  },
  {
    type: 'lead.deleted',
    name: 'Leads deleted',
    when: 'Leads left a list: deleted, moved away, suppressed or erased',
    ofOneList: true,
    shape: 'ofLeadIds',
    example: { list: bakeries, lead_ids: [1201, 1202] },
  },
  {
    type: 'run.finished',
    name: 'Run finished',
    when: 'A search, import, export or other run ended, also when it failed or was stopped',
    ofOneList: true,
    shape: 'ofRun',
    example: {
      list: bakeries,
      run: { ...findEmails, id: 309, kind: 'search', title: 'Bakeries in Austin', counts: {} },
    },
  },
  {
    type: 'enrichment.finished',
    name: 'Enrichment finished',
    when: 'Find emails, check websites, get employees, get phones, a waterfall or verify ended',
    ofOneList: true,
    shape: 'ofRun',
    example: { list: bakeries, run: findEmails },
  },
  {
    type: 'export.ready',
    name: 'Export ready',
    when: 'An export was completed',
    ofOneList: true,
    shape: 'ofExport',
    example: {
      list: bakeries,
      run: {
        ...findEmails,
        id: 311,
        kind: 'export',
        title: 'Bakeries in Austin',
        counts: { rows: 120 },
        cost: 0,
      },
      file: {
        bytes: 20_480,
        expires_at: '2026-11-04T20:31:44.120Z',
        download: 'POST /api/exports/311/ticket',
      },
    },
  },
  {
    type: 'autopilot.finished',
    name: 'Autopilot finished',
    when: 'A run of an autopilot ended with all its steps, also when it failed or was skipped',
    ofOneList: true,
    shape: 'ofAutopilotRun',
    example: {
      list: bakeries,
      autopilot: { id: 7, name: 'New bakeries' },
      run: {
        id: 51,
        slot: '2026-11-03T20:00:00.000Z',
        state: 'finished',
        leads: 12,
        cost: 19,
        message: null,
        finished_at: '2026-11-03T20:04:12.008Z',
      },
    },
  },
  {
    type: 'autopilot.leads',
    name: 'Autopilot leads',
    when: 'A run of an autopilot reached its step “Send to webhooks”',
    ofOneList: true,
    shape: 'ofLeads',
    example: { list: bakeries, leads: [lead] },
  },
  {
    type: 'autopilot.paused',
    name: 'Autopilot paused',
    when: 'An autopilot was paused, automatically or by a person',
    ofOneList: true,
    shape: 'ofAutopilot',
    example: { list: bakeries, autopilot: { id: 7, name: 'New bakeries' }, reason: 'credits' },
  },
  {
    type: 'credits.low',
    name: 'Credits low',
    when: 'A tenth or less of all credits ever received is left',
    ofOneList: false,
    shape: 'ofCredits',
    example: { available: 92, reserved: 40 },
  },
  ...(
    [
      ['customer.created', 'Customer account created', 'A customer registered, or you added one', {}],
      ['customer.subscribed', 'Customer subscribed', 'A customer got a package', { package: 'Pro' }],
      ['customer.past_due', 'Customer past due', 'A payment of a customer failed', { package: 'Pro' }],
      ['customer.cancelled', 'Customer cancelled', 'A customer’s subscription ended', { package: 'Pro' }],
      ['customer.reopened', 'Customer reopened', 'A closed customer account was opened again', {}],
      [
        'customer.credits_low',
        'Customer’s credits low',
        'A customer has few credits left, by their own alert or a tenth of all credits received',
        { available: 92 },
      ],
      [
        'customer.purchased',
        'Customer purchase',
        'A customer paid for something',
        { amount: 4900, currency: 'USD' },
      ],
    ] as const
  ).map(([type, name, when, facts]) => ({
    type,
    name,
    when,
    ofOneList: false,
    ofCustomers: true,
    shape: 'ofCustomer' as const,
    example: { customer: { id: 31, name: 'Baker Street', email: 'bea@bakers.example' }, ...facts },
  })),
] as const satisfies readonly EventDefinition[]

export type WebhookEventType = (typeof DEFINITIONS)[number]['type']
export type CustomerEventType = Extract<WebhookEventType, `customer.${string}`>
export const WEBHOOK_EVENT_TYPES = DEFINITIONS.map(({ type }) => type) as [
  WebhookEventType,
  ...WebhookEventType[],
]
export const WEBHOOK_EVENTS = Object.fromEntries(
  DEFINITIONS.map((definition) => [definition.type, definition]),
) as unknown as Record<WebhookEventType, EventDefinition & { type: WebhookEventType }>
/** Events that a webhook of one list can subscribe to. */
export const LIST_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter((type) => WEBHOOK_EVENTS[type].ofOneList)

export const webhookBody = ({
  type,
  timestamp,
  data,
  isTest = false,
}: {
  type: WebhookEventType
  timestamp: string
  data: Record<string, unknown>
  isTest?: boolean
}) => ({
  type,
  timestamp,
  data,
  ...(isTest && { test: true }),
})

/** Events that inform a reseller about customers; they have their own page. */
export const CUSTOMER_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter((type) => WEBHOOK_EVENTS[type].ofCustomers)
/** Events about the account's own lists, leads and credits. */
export const ACCOUNT_EVENT_TYPES = WEBHOOK_EVENT_TYPES.filter((type) => !WEBHOOK_EVENTS[type].ofCustomers)
