import type { crmPreviewRun, crmRun } from '#contract/activity/run-kinds/crm.ts'
import type { CrmField } from '#contract/leads/crm.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { type RunContext, RunParked } from '#server/modules/activity/runs/index.ts'
import { type LeadRow, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import {
  type ContactCrm,
  type CrmContext,
  CrmError,
  type SenderCampaign,
} from '#server/providers/crms/index.ts'
import { type ConnectionRow, findConnection } from './connections-store.ts'
import { callCrm } from './crm-access.ts'
import type { LeadField } from './plan-lead.ts'

type PushContext = RunContext<typeof crmRun>
export type AnyCrmContext = PushContext | RunContext<typeof crmPreviewRun>

export interface CrmWork {
  context: AnyCrmContext
  connection: ConnectionRow
  labels: ReadonlyMap<string, LeadField>
  /** Fields of the CRM by key; empty where leads are sent as messages. */
  fields: ReadonlyMap<string, CrmField>
  /** Of a sender: where leads are handed over to. */
  campaign: SenderCampaign | null
  /** Why a lead may need a service, in words; null where that isn’t sent. */
  why: ((lead: LeadRow) => string) | null
}

/** Attempts for a request that gets no response. */
const TRIES = 5
const FIRST_PAUSE_MS = 500
/** How often, and how many times, a rejected connection is checked: someone may reconnect it. */
const POLL_MS = 1000
const MAX_POLLS = 2
/** Delay until the next check; reconnecting wakes the run at once. */
const PARKED_SECONDS = 30

/**
 * Waits briefly for the connection to be reconnected, then releases its slot to other runs until the next check.
 * @throws AppError when it was deleted; RunParked.
 */
export async function awaitConnection(ctx: Context, { context, connection }: CrmWork): Promise<void> {
  for (let polls = 1; ; polls += 1) {
    context.signal.throwIfAborted()
    const row = await findConnection(ctx.db, connection.account_id, connection.id)
    if (!row) throw conflict('The CRM was disconnected')
    if (row.state === 'ready') return
    if (polls > MAX_POLLS) throw new RunParked(PARKED_SECONDS)
    await sleep(POLL_MS, context.signal)
  }
}

/**
 * Calls the CRM with retries: waits for rejected credentials to be reconnected, respects limits, and retries
 * unanswered requests unless the caller must first check their result.
 * @throws CrmError that retrying cannot fix, or the abort reason.
 */
export async function callCrmForRun<Answer>(
  ctx: Context,
  work: CrmWork,
  call: (crm: ContactCrm, context: CrmContext) => Promise<Answer>,
  { isRepeatable = true }: { isRepeatable?: boolean } = {},
): Promise<Answer> {
  const { context, connection, campaign } = work
  const handOver = campaign && { campaign: campaign.id, othersToo: context.run.input.otherCampaigns === true }
  const inCampaign = (crm: ContactCrm, crmContext: CrmContext) => call(crm, { ...crmContext, handOver })
  for (let tries = 1; ; ) {
    try {
      return await callCrm(ctx, connection.account_id, connection.id, context.signal, inCampaign)
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof CrmError)) throw error
      if (error.code === 'refused') {
        await awaitConnection(ctx, work)
        continue
      }
      if (error.code === 'rate_limited') continue
      if (!error.retryable || !isRepeatable || tries >= TRIES) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), context.signal)
      tries += 1
    }
  }
}

export async function findRows(ctx: Context, { context, why }: CrmWork, ids: number[]): Promise<LeadRow[]> {
  const { account_id: accountId, input } = context.run
  const scope = { accountId, listId: input.listId, type: input.type, timeZone: 'UTC' }
  const rows: LeadRow[] = []
  for await (const chunk of readLeadChunks(ctx, scope, ids, ids.length)) rows.push(...chunk)
  return why
    ? rows.map((lead) => ({ ...lead, fields: { ...lead.fields, [WHY_FIELD.name]: why(lead) } }))
    : rows
}

/** Adds counts. */
export function plus(
  counts: Record<string, number | undefined>,
  more: Record<string, number>,
): Record<string, number> {
  const sum = { ...counts } as Record<string, number>
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

export const sumCounts = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
