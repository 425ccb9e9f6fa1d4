import { createHmac } from 'node:crypto'
import type { Run } from '#contract/activity/runs.ts'
import { DETAIL_FIELDS } from '#contract/leads/influencer-filters.ts'
import type { EnrichCall, LookupState } from '#contract/prospecting/enrich-one.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { showRunsById } from '#server/modules/activity/runs/index.ts'
import { findLead, presentLeadDetail } from '#server/modules/leads/leads/index.ts'
import { findListFacts, seesLists } from '#server/modules/leads/lists/index.ts'
import { sleep } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { type EnrichCallRow, findCall, type Lookup } from './enrich-calls-store.ts'

type Result = EnrichCall['results'][number]

/** Fields that a wanted value may fill. */
const FIELDS_OF: Record<Want, readonly string[]> = {
  email: ['email', 'email_state', 'email_kind'],
  phone: ['phone'],
  profile: ['linkedin_url', 'github_url', 'x_url'],
  details: [...DETAIL_FIELDS],
}

/** Signs the callback of one call. Derived, so that nothing has to be stored. */
export const makeCallbackSecret = (
  { secretKey }: Pick<Context, 'secretKey'>,
  { account_id, id }: Pick<EnrichCallRow, 'account_id' | 'id'>,
): string =>
  `whsec_${createHmac('sha256', secretKey).update(`enrich-callback:${account_id}:${id}`).digest('base64')}`

function stateOfRun(run: Run | undefined): LookupState {
  if (!run) return 'failed'
  if (run.finished_at === null) return 'working'
  const { found = 0, potential = 0 } = run.counts
  if (found + potential > 0) return 'found'
  return run.state === 'succeeded' ? 'not_found' : 'failed'
}

async function readLead(
  ctx: Context,
  { account_id: accountId, list_id: listId, lead_id: leadId }: EnrichCallRow,
) {
  const list = await findListFacts(ctx, accountId, listId)
  const lead = list && (await findLead(ctx.db, accountId, listId, leadId))
  return lead ? presentLeadDetail(lead, { type: list.type, history: [] }) : null
}

function presentResult(
  { want, run_id, state: fixed, reason }: Lookup,
  run: Run | undefined,
  lead: Awaited<ReturnType<typeof readLead>>,
): Result {
  const state = fixed ?? stateOfRun(run)
  const has = lead && (state === 'found' || state === 'known')
  const values = (has ? FIELDS_OF[want] : []).flatMap((field) => {
    const value = lead?.values[field]
    if (value === undefined) return []
    const origin = lead?.provenance[field]
    const { source = null, url = null, confidence = null, observed_at = null } = origin ?? {}
    return [{ field, value, source, url, confidence, observed_at }]
  })
  return { want, state, reason: reason ?? run?.error?.message ?? null, run_id, cost: run?.cost ?? 0, values }
}

/** A call with what became of it so far. @throws AppError not_found */
export async function showCall(ctx: Context, accountId: number, id: number): Promise<EnrichCall> {
  const row = await findCall(ctx.db, accountId, id)
  if (!row) throw notFound('This call')
  const runs = await showRunsById(ctx, accountId, row.run_ids)
  const lead = await readLead(ctx, row)
  const results = row.lookups.map((lookup) =>
    presentResult(lookup, lookup.run_id === null ? undefined : runs.get(lookup.run_id), lead),
  )
  return {
    id: row.id,
    state: results.some(({ state }) => state === 'working') ? 'working' : 'done',
    list_id: row.list_id,
    lead_id: lead ? row.lead_id : null,
    credits: null,
    cost: results.reduce((sum, { cost }) => sum + cost, 0),
    results,
    callback:
      row.callback_url === null
        ? null
        : {
            url: row.callback_url,
            secret: makeCallbackSecret(ctx, row),
            sent_at: row.called_back_at?.toISOString() ?? null,
            problem: row.callback_problem,
          },
  }
}

/** @throws AppError not_found for a call whose list the caller may not see. */
export async function refuseUnseen(ctx: Context, actor: Actor, id: number): Promise<void> {
  const row = await findCall(ctx.db, actor.accountId, id)
  if (!row || !(await seesLists(ctx.db, actor, [row.list_id]))) throw notFound('This call')
}

/** A message may be lost, so the call is read again after this long without one. */
const LOST_MS = 1000

/** The same, once it is done or the seconds are over. Outside of transactions. */
export async function waitForCall(
  ctx: Context,
  accountId: number,
  id: number,
  { seconds, signal }: { seconds: number; signal: AbortSignal },
): Promise<EnrichCall> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)])
  let wake = () => {}
  const unsubscribe = ctx.bus.subscribe((message) => {
    if (message.accountId === accountId && message.kind === 'run') wake()
  })
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const shown = await showCall(ctx, accountId, id)
      if (shown.state === 'done' || seconds === 0 || ended.aborted) return shown
      await Promise.race([changed, sleep(LOST_MS, ended)])
    }
  } finally {
    unsubscribe()
  }
}
