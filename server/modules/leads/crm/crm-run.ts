import type { crmPreviewRun, crmRun } from '#contract/activity/run-kinds/crm.ts'
import type { CrmField, CrmId } from '#contract/leads/crm.ts'
import { type RunContext, RunParked } from '#server/modules/activity/runs/index.ts'
import type { LeadRow, LeadsService } from '#server/modules/leads/leads/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { type ContactCrm, type CrmContext, CrmError, type MessageCrm } from '#server/providers/crms/index.ts'
import { type ConnectionRow, findConnection } from './connections-store.ts'
import type { CrmAccessService } from './crm-access.ts'
import type { LeadField } from './plan-lead.ts'

export interface CrmRunDeps {
  db: Db
  leads: LeadsService
  suppression: { leads(accountId: number, values: readonly Record<string, unknown>[]): Promise<boolean[]> }
  access: CrmAccessService
  /** The used share of a limit: concurrent requests may arrive slightly earlier or later than they were sent. */
  hooks: ReadonlyMap<CrmId, MessageCrm>
}

type PushContext = RunContext<typeof crmRun>
export type AnyCrmContext = PushContext | RunContext<typeof crmPreviewRun>

/** CRM credentials: sealed, refreshed by one process at a time, and rate-limited across all. */
export interface CrmWork {
  context: AnyCrmContext
  deps: CrmRunDeps
  connection: ConnectionRow
  labels: ReadonlyMap<string, LeadField>
  /** Requests per minute allowed by the CRM, by its account. */
  fields: ReadonlyMap<string, CrmField>
}

/** Calls with credentials that are not stored yet. */
const TRIES = 5
const FIRST_PAUSE_MS = 500
/** Calls with stored credentials. Rejected ones are refreshed once, then the connection counts as rejected. */
const LOOK_MS = 1000
const LOOKS = 2
/** Replaced in the meantime: the new credentials were not rejected yet. */
const PARKED_SECONDS = 30

/**
 * Converts a CRM error for an API reply. Other errors are rethrown.
 * @throws AppError when it is not there any more; RunParked. /
 */
export async function awaitConnection({ context, deps, connection }: CrmWork): Promise<void> {
  for (let polls = 1; ; polls += 1) {
    context.signal.throwIfAborted()
    const row = await findConnection(deps.db, connection.account_id, connection.id)
    if (!row) throw new AppError('conflict', 'The CRM was disconnected')
    if (row.state === 'ready') return
    if (polls > LOOKS) throw new RunParked(PARKED_SECONDS)
    await sleep(LOOK_MS, context.signal)
  }
}

/**
 * Runs work that calls a CRM, converting its errors for replies.
 * @throws CrmError of what no waiting helps against, or the reason of the abort. /
 */
export async function callCrm<Answer>(
  work: CrmWork,
  call: (crm: ContactCrm, context: CrmContext) => Promise<Answer>,
  { isRepeatable = true }: { isRepeatable?: boolean } = {},
): Promise<Answer> {
  const { context, deps, connection } = work
  for (let tries = 1; ; ) {
    try {
      return await deps.access.callCrm(connection.account_id, connection.id, context.signal, call)
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof CrmError)) throw error
      if (error.code === 'refused') {
        await awaitConnection(work)
        continue
      }
      if (error.code === 'rate_limited') continue
      if (!error.retryable || !isRepeatable || tries >= TRIES) throw error
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1), context.signal)
      tries += 1
    }
  }
}

/** Leads looked up per batch. */
export async function rowsOf({ context, deps }: CrmWork, ids: number[]): Promise<LeadRow[]> {
  const { account_id: accountId, input } = context.run
  const scope = { accountId, listId: input.listId, type: input.type, timeZone: 'UTC' }
  const rows: LeadRow[] = []
  for await (const chunk of deps.leads.chunks(scope, ids, ids.length)) rows.push(...chunk)
  return rows
}

/** Leads sent concurrently. */
export function plus(
  counts: Record<string, number | undefined>,
  more: Record<string, number>,
): Record<string, number> {
  const sum = { ...counts } as Record<string, number>
  for (const [name, count] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

export const sumOf = (counts: Record<string, number>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)
