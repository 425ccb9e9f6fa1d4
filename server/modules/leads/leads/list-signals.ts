import { sql } from 'kysely'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { SIGNAL_IDS } from '#contract/leads/signals.ts'
import type { Context } from '#server/platform/context.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { findLeadScope } from './lead-lookups.ts'
import { valueIn } from './lead-values.ts'
import type { LeadRow } from './leads-store.ts'
import { findOrigin } from './present-lead.ts'

function presentSignals(lead: LeadRow) {
  return SIGNAL_IDS.flatMap((id) => {
    const value = valueIn(lead, id)
    if (value === null) return []
    const { url, text, observed_at } = findOrigin(lead, id)
    const evidence = { url: url ?? null, text: text ?? '' }
    return [{ id, value, evidence, checked_at: observed_at ?? null }]
  })
}

/** The leads of a list that have signals, in the order of their ids. */
export async function listSignals(
  ctx: Context,
  actor: Actor,
  { listId, type }: { listId: number; type: ListTypeId },
  query: { page: number; limit: number },
) {
  await findLeadScope(ctx, actor, listId, type)
  const base = ctx.db
    .selectFrom('lead')
    .where('account_id', '=', actor.accountId)
    .where('list_id', '=', listId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`fields ?| ${[...SIGNAL_IDS]}::text[]`)
  const { rows, total } = await readPage(base, base.selectAll().orderBy('id'), query)
  const shown = (rows as LeadRow[]).map((lead) => ({
    lead_id: lead.id,
    name: lead.name,
    signals: presentSignals(lead),
  }))
  return pageReply(shown, query, total)
}
