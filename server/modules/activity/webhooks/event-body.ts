import {
  EVENT_DATA,
  type EventLead,
  type EventList,
  type EventShape,
  WEBHOOK_EVENTS,
  webhookBody,
} from '#contract/activity/webhook-events.ts'
import { formatSignalChange } from '#contract/leads/signal-changes.ts'
import type { Context } from '#server/platform/context.ts'
import type { EventRow } from './deliveries-store.ts'
import { findCustomer } from './emit-customer-event.ts'
import {
  eventAutopilot,
  eventAutopilotRun,
  eventFile,
  eventLeads,
  eventList,
  eventRun,
  eventSignal,
} from './signals.ts'

const MAX_BYTES = 256 * 1024

type Read = (ctx: Context, event: EventRow, list: EventList | null) => Promise<Record<string, unknown>>

const findRun = async (ctx: Context, { account_id: accountId, data: { run_id: id } }: EventRow) =>
  id === undefined ? null : eventRun.ask(ctx, { accountId, id })

const findFile = async (ctx: Context, { account_id: accountId, data: { run_id: runId } }: EventRow) =>
  runId === undefined ? null : eventFile.ask(ctx, { accountId, runId })

const findAutopilot = async (
  ctx: Context,
  { account_id: accountId, data: { autopilot_id: id } }: EventRow,
) => (id === undefined ? null : eventAutopilot.ask(ctx, { accountId, id }))

async function readSignal(ctx: Context, event: EventRow, list: EventList | null) {
  const { lead_ids: [leadId] = [], signal = '', from = null, to = null } = event.data
  const found =
    list && leadId !== undefined
      ? await eventSignal.ask(ctx, { accountId: event.account_id, list, leadId, signal, to })
      : null
  const what = formatSignalChange({ signal, from, to })
  const { lead, evidence } = found ?? { lead: null, evidence: null }
  return { list, lead, signal, change: what, old_value: from, new_value: to, evidence }
}

async function readSubmission(ctx: Context, event: EventRow, list: EventList | null) {
  const { lead_ids: ids = [], source = '', is_new = false, consent = null } = event.data
  const [lead = null] = list ? await eventLeads.ask(ctx, { accountId: event.account_id, list, ids }) : []
  return { list, lead, source, is_new, consent }
}

const READ: Record<EventShape, Read> = {
  ofList: async (_, __, list) => ({ list }),
  ofLeads: async (ctx, { account_id: accountId, data }, list) => ({
    list,
    leads: list ? await eventLeads.ask(ctx, { accountId, list, ids: data.lead_ids ?? [] }) : [],
  }),
  ofSignal: readSignal,
  ofSubmission: readSubmission,
  ofLeadIds: async (_, { data }, list) => ({ list, lead_ids: data.lead_ids ?? [] }),
  ofRun: async (ctx, event, list) => ({ list, run: await findRun(ctx, event) }),
  ofExport: async (ctx, event, list) => ({
    list,
    run: await findRun(ctx, event),
    file: await findFile(ctx, event),
  }),
  ofAutopilotRun: async (ctx, event, list) => {
    const { account_id: accountId, data } = event
    const id = data.autopilot_run_id
    return {
      list,
      autopilot: await findAutopilot(ctx, event),
      run: id === undefined ? null : await eventAutopilotRun.ask(ctx, { accountId, id }),
    }
  },
  ofAutopilot: async (ctx, event, list) => ({
    list,
    autopilot: await findAutopilot(ctx, event),
    reason: event.data.reason ?? 'person',
  }),
  ofCustomer: async (ctx, { account_id, data }) => {
    const { customer_id: id, package: name, amount, currency, available } = data
    return {
      customer: id === undefined ? null : await findCustomer(ctx.db, account_id, id),
      ...(name !== undefined && { package: name }),
      ...(amount !== undefined && { amount }),
      ...(currency !== undefined && { currency }),
      ...(available !== undefined && { available }),
    }
  },
  ofCredits: async (_, { data }) => ({ available: data.available ?? 0, reserved: data.reserved ?? 0 }),
}

/** Without the values of its leads, which are too large for one request. */
const shortened = (data: Record<string, unknown>) => ({
  ...data,
  leads: (data.leads as EventLead[]).map((lead) => ({ ...lead, values: {} })),
  shortened: true,
})

/**
 * The current body of an event. It is loaded again for every attempt, so that data suppressed or erased in the
 * meantime is not sent. `extra` precedes it.
 */
export async function eventBody(
  ctx: Context,
  event: EventRow,
  extra: Record<string, unknown> = {},
): Promise<string> {
  const { type, is_test, list_id, account_id } = event
  const at = event.created_at.toISOString()
  const { shape, example } = WEBHOOK_EVENTS[type]
  if (is_test)
    return JSON.stringify({ ...extra, ...webhookBody({ type, timestamp: at, data: example, isTest: true }) })
  const list = list_id === null ? null : await eventList.ask(ctx, { accountId: account_id, id: list_id })
  // Only declared fields are sent.
  const data = EVENT_DATA[shape].parse(await READ[shape](ctx, event, list)) as Record<string, unknown>
  const body = JSON.stringify({ ...extra, ...webhookBody({ type, timestamp: at, data }) })
  if (Buffer.byteLength(body) <= MAX_BYTES || !Array.isArray(data.leads)) return body
  return JSON.stringify({ ...extra, ...webhookBody({ type, timestamp: at, data: shortened(data) }) })
}
