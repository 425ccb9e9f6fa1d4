import type { waterfallRun } from '#contract/activity/run-kinds/waterfall.ts'
import type { RunContext } from '#server/modules/activity/runs/index.ts'
import { type LeadRow, readLeadChunks } from '#server/modules/leads/leads/index.ts'
import { checkAddress } from '#server/modules/prospecting/email-verification/index.ts'
import { createSourceContext } from '#server/modules/sources/sources/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { LeadSource, WorkContext } from '#server/providers/lead-sources/index.ts'
import type { Budget } from './budget.ts'
import type { WaterfallRun } from './deliver-found.ts'
import type { StepOutcome } from './request-step.ts'

export type WaterfallContext = RunContext<typeof waterfallRun>

/** Shared by the leads of one run. */
export interface Walk {
  context: WaterfallContext
  sources: ReadonlyMap<string, LeadSource>
  budget: Budget
  /** Sources with a permanent failure in this run. */
  out: Set<string>
  /** Websites read for all leads of a company at once. */
  websites: Map<string, Promise<StepOutcome>>
  /** Leads of the run by their company's domain. */
  leadIds: ReadonlyMap<string, readonly number[]>
}

const CHUNK = 500

/** These leads of the run's list. */
export async function readLeads(
  ctx: Context,
  { account_id: accountId, input }: WaterfallRun,
  ids: readonly number[],
): Promise<LeadRow[]> {
  const scope = { accountId, listId: input.listId, type: input.type, timeZone: 'UTC' }
  const rows: LeadRow[] = []
  for await (const chunk of readLeadChunks(ctx, scope, [...ids], CHUNK)) rows.push(...chunk)
  return rows
}

/** A source's context for requests of this run. @throws ProviderError for a paused, used-up or disabled source. */
export async function createWorkContext(
  ctx: Context,
  { run: { account_id: accountId }, signal }: WaterfallContext,
  source: LeadSource,
): Promise<WorkContext> {
  return {
    ...(await createSourceContext(ctx, accountId, source, { signal })),
    check: (address, options) => checkAddress(ctx, accountId, address, signal, options),
  }
}
