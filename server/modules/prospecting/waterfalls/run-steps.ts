import type { MissReason } from '#contract/prospecting/waterfalls.ts'
import { sourceLabel } from '#contract/sources/source-kinds/index.ts'
import { findOwnRun } from '#server/modules/activity/runs/index.ts'
import { countMissed } from '#server/modules/prospecting/enrichment/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { hideEmail, hidePhone } from '#server/platform/text/hide-contact.ts'
import { hitsOfRun, type LookupValue, stepsOfRun } from './lookups-store.ts'

/** A found but unpaid value: enough to show that it exists. */
function masked(values: Record<string, LookupValue>): string | null {
  const { email, phone, position, company } = values
  if (email) return hideEmail(String(email.value))
  if (phone) return hidePhone(String(phone.value))
  return [position?.value, company?.value].filter(Boolean).join(', ') || 'Profile'
}

const REASONS: Record<string, MissReason> = { credits: 'credits', no_source: 'no_source' }

/** Leads without a result by reason. `hits` are leads for which a source had something. */
async function sumMissed(
  db: Db,
  accountId: number,
  runId: number,
  { hits, found }: { hits: number; found: number },
) {
  const missed: Partial<Record<MissReason, number>> = {}
  const add = (reason: MissReason, count: number) => {
    if (count > 0) missed[reason] = (missed[reason] ?? 0) + count
  }
  const rejected = Math.max(0, hits - found)
  add('rejected', rejected)
  for (const { state, reason, count } of await countMissed(db, accountId, runId)) {
    if (state === 'not_found') add('not_found', count - rejected)
    else add(state === 'unreadable' ? 'failed' : (REASONS[reason ?? ''] ?? 'stopped'), count)
  }
  return missed
}

/** A waterfall's sources with their requests and hits. @throws AppError not_found. */
export async function showSteps(ctx: Context, actor: Actor, runId: number) {
  const { accountId } = actor
  const run = await findOwnRun(ctx, actor, runId)
  if (!run) throw notFound('The run')
  const steps = await stepsOfRun(ctx.db, accountId, runId)
  const isDry = (run.input as { isDry?: boolean }).isDry === true
  const hits = await hitsOfRun(ctx.db, accountId, runId)
  const found = (run.counts.found ?? 0) + (run.counts.potential ?? 0)
  return {
    tried: run.done,
    found,
    missed: await sumMissed(ctx.db, accountId, runId, { hits: hits.length, found }),
    cost: run.cost,
    waiting: steps.reduce((sum, { waiting }) => sum + waiting, 0),
    steps: steps.map(({ source, tried, found, failed, cost, seconds }) => ({
      source,
      label: sourceLabel(source),
      tried,
      found,
      failed,
      cost,
      seconds,
    })),
    rows: (isDry ? hits : []).map(({ lead_id, name, source, answer }) => ({
      lead_id,
      name,
      source,
      value: masked(answer.values),
    })),
  }
}
