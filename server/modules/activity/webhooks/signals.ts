import type { EventLead, EventList } from '#contract/activity/webhook-events.ts'
import { defineQuestion } from '#server/platform/signals.ts'

// The data of events, asked for when they are sent. `accountId` is the account whose webhooks receive them.

interface ById {
  accountId: number
  id: number
}
type Fields = Record<string, unknown> | null

/** A list, including one in the trash. */
export const eventList = defineQuestion<ById, (EventList & { is_deleted: boolean }) | null>('eventList')

/** Leads of a list that are neither deleted nor suppressed. */
export const eventLeads = defineQuestion<{ accountId: number; list: EventList; ids: number[] }, EventLead[]>(
  'eventLeads',
)

/** A lead whose signal changed, with the evidence of the value it changed to. */
export const eventSignal = defineQuestion<
  { accountId: number; list: EventList; leadId: number; signal: string; to: string | number | null },
  { lead: EventLead; evidence: { url: string | null; text: string } | null } | null
>('eventSignal')

/** A run. */
export const eventRun = defineQuestion<ById, Fields>('eventRun')

/** An autopilot, including a deleted one. */
export const eventAutopilot = defineQuestion<ById, { id: number; name: string } | null>('eventAutopilot')

/** A run of an autopilot. */
export const eventAutopilotRun = defineQuestion<ById, Fields>('eventAutopilotRun')

/** The file of an export, by its run, while it is available. */
export const eventFile = defineQuestion<{ accountId: number; runId: number }, Fields>('eventFile')
