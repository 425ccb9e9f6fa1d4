import {
  EVENT_DATA,
  type EventLead,
  type EventList,
  type EventShape,
  WEBHOOK_EVENTS,
  webhookBody,
} from '#contract/activity/webhook-events.ts'
import type { EventRow } from './deliveries-store.ts'

const MAX_BYTES = 256 * 1024

/** Loads the data of events when they are sent. */
export interface EventSources {
  /** A list, including one in the trash. */
  list(accountId: number, id: number): Promise<(EventList & { is_deleted: boolean }) | null>
  /** Leads of a list that are neither deleted nor suppressed. */
  leads(accountId: number, list: EventList, ids: number[]): Promise<EventLead[]>
  run(accountId: number, id: number): Promise<Record<string, unknown> | null>
  /** A customer account of this one. */
  customer(accountId: number, id: number): Promise<Record<string, unknown> | null>
  /** An autopilot, including a deleted one. */
  autopilot(accountId: number, id: number): Promise<{ id: number; name: string } | null>
  autopilotRun(accountId: number, id: number): Promise<Record<string, unknown> | null>
  /** An export's file, while it is available. */
  file(accountId: number, runId: number): Promise<Record<string, unknown> | null>
}

type Read = (
  sources: EventSources,
  event: EventRow,
  list: EventList | null,
) => Promise<Record<string, unknown>>

const runOf = async (sources: EventSources, { account_id, data }: EventRow) =>
  data.run_id === undefined ? null : sources.run(account_id, data.run_id)

const autopilotOf = async (sources: EventSources, { account_id, data }: EventRow) =>
  data.autopilot_id === undefined ? null : sources.autopilot(account_id, data.autopilot_id)

const READ: Record<EventShape, Read> = {
  ofList: async (_, __, list) => ({ list }),
  ofLeads: async (sources, { account_id, data }, list) => ({
    list,
    leads: list ? await sources.leads(account_id, list, data.lead_ids ?? []) : [],
  }),
  ofLeadIds: async (_, { data }, list) => ({ list, lead_ids: data.lead_ids ?? [] }),
  ofRun: async (sources, event, list) => ({ list, run: await runOf(sources, event) }),
  ofExport: async (sources, event, list) => ({
    list,
    run: await runOf(sources, event),
    file: event.data.run_id === undefined ? null : await sources.file(event.account_id, event.data.run_id),
  }),
  ofAutopilotRun: async (sources, event, list) => ({
    list,
    autopilot: await autopilotOf(sources, event),
    run:
      event.data.autopilot_run_id === undefined
        ? null
        : await sources.autopilotRun(event.account_id, event.data.autopilot_run_id),
  }),
  ofAutopilot: async (sources, event, list) => ({
    list,
    autopilot: await autopilotOf(sources, event),
    reason: event.data.reason ?? 'person',
  }),
  ofCustomer: async (sources, { account_id, data }) => {
    const { customer_id: id, package: name, amount, currency, available } = data
    return {
      customer: id === undefined ? null : await sources.customer(account_id, id),
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
  sources: EventSources,
  event: EventRow,
  extra: Record<string, unknown> = {},
): Promise<string> {
  const { type, is_test, list_id, account_id } = event
  const at = event.created_at.toISOString()
  const { shape, example } = WEBHOOK_EVENTS[type]
  if (is_test) return JSON.stringify({ ...extra, ...webhookBody(type, at, example, true) })
  const list = list_id === null ? null : await sources.list(account_id, list_id)
  // Only declared fields are sent.
  const data = EVENT_DATA[shape].parse(await READ[shape](sources, event, list)) as Record<string, unknown>
  const body = JSON.stringify({ ...extra, ...webhookBody(type, at, data) })
  if (Buffer.byteLength(body) <= MAX_BYTES || !Array.isArray(data.leads)) return body
  return JSON.stringify({ ...extra, ...webhookBody(type, at, shortened(data)) })
}
