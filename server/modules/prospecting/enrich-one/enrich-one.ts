import { canonicalListType, type ListTypeId, type ListTypeName } from '#contract/leads/list-types/index.ts'
import type { EnrichCall } from '#contract/prospecting/enrich-one.ts'
import type { Want } from '#contract/sources/source-kinds/define.ts'
import { lockAccount } from '#server/modules/accounts/accounts/index.ts'
import { checkUrl } from '#server/modules/activity/webhooks/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { findLead, type LeadRow } from '#server/modules/leads/leads/index.ts'
import { createList, findOwnList, findTargetList, type ListRow } from '#server/modules/leads/lists/index.ts'
import { receiveLeads } from '#server/modules/prospecting/forms/index.ts'
import type { Values } from '#server/modules/prospecting/lead-imports/index.ts'
import { quoteLead, startWaterfall } from '#server/modules/prospecting/waterfalls/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { markUnchanged } from '#server/platform/http/current-call.ts'
import { insertCall, type Lookup } from './enrich-calls-store.ts'
import { readValues } from './read-values.ts'
import { sendCallback } from './send-callback.ts'
import { showCall } from './show-call.ts'

export interface EnrichRequest {
  type: ListTypeName
  values: Record<string, string | number>
  want: Want[]
  max_cost?: number
  list_id?: number
  callback_url?: string
  dry_run: boolean
}

/** The list that keeps leads of calls which name none, one of each type. */
const LIST_NAME = 'Enriched by calls'
/** The origin of what a call gives, as people read it. */
const FROM = 'Enrich call'

const REASONS: Record<string, string> = {
  no_identity: 'The lead doesn’t have enough data: give a website, or a name with a company or domain',
  no_source: 'No source is available. Connect one under Integration -> Sources',
  max_cost: 'max_cost is spent by the values before it',
}

async function findOrCreateList(ctx: Context, actor: Actor, type: ListTypeId): Promise<ListRow> {
  await lockAccount(ctx.db, actor.accountId)
  const row = await ctx.db
    .selectFrom('list_info as list')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('type', '=', type)
    .where('name', '=', LIST_NAME)
    .where('deleted_at', 'is', null)
    .$if(actor.ownListsOnly === true, (query) => query.where('created_by', '=', actor.userId))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row
    ? findOwnList(ctx, actor, row.id)
    : createList(ctx, actor, { name: LIST_NAME, type, search: null })
}

async function findList(ctx: Context, actor: Actor, type: ListTypeId, id: number | undefined) {
  if (id === undefined) return findOrCreateList(ctx, actor, type)
  const list = await findTargetList(ctx, actor, id)
  if (list.type !== type)
    throw conflict('This list has leads of another type. Name its type, or another list')
  return list
}

/** A lead that is not stored, as far as the price of its values depends on it. */
const unsaved = (values: Values): LeadRow =>
  ({ id: 0, is_sample: false, ...values, fields: values, provenance: {} }) as unknown as LeadRow

/** What a wanted value needs: a run of at most `max` credits, or nothing. */
async function judge(
  ctx: Context,
  actor: Actor,
  want: Want,
  { type, lead }: { type: ListTypeId; lead: LeadRow },
) {
  const { skipped, isReady, credits } = await quoteLead(ctx, actor.accountId, { want, type, lead })
  const none = (state: Lookup['state'], reason: string | null) => ({
    lookup: { want, run_id: null, state, reason },
    credits,
  })
  if (skipped === 'has_value') return none('known', null)
  if (skipped !== null) return none('not_tried', REASONS[skipped] ?? skipped)
  return isReady ? { lookup: null, credits } : none('not_tried', REASONS.no_source ?? null)
}

/** What enriching would cost; nothing is stored. */
async function quote(
  ctx: Context,
  actor: Actor,
  type: ListTypeId,
  values: Values,
  wants: readonly Want[],
): Promise<EnrichCall> {
  const credits = { expected: 0, max: 0 }
  const results: EnrichCall['results'] = []
  for (const want of wants) {
    const { lookup, credits: own } = await judge(ctx, actor, want, { type, lead: unsaved(values) })
    if (!lookup) {
      credits.expected += own.expected
      credits.max += own.max
    }
    const { state, reason } = lookup ?? { state: 'quoted' as const, reason: null }
    results.push({ want, state: state ?? 'quoted', reason, run_id: null, cost: 0, values: [] })
  }
  markUnchanged()
  return {
    id: null,
    state: 'quoted',
    list_id: null,
    lead_id: null,
    credits,
    cost: 0,
    results,
    callback: null,
  }
}

/** Starts a run for each wanted value that the lead lacks, as far as the credits go. */
async function startLookups(
  ctx: Context,
  actor: Actor,
  {
    list,
    lead,
    wants,
    maxCost,
  }: { list: ListRow; lead: LeadRow; wants: readonly Want[]; maxCost: number | undefined },
): Promise<Lookup[]> {
  let left = maxCost ?? Number.POSITIVE_INFINITY
  const lookups: Lookup[] = []
  for (const want of wants) {
    const { lookup, credits } = await judge(ctx, actor, want, { type: list.type, lead })
    const share = Math.min(left, credits.max)
    if (lookup) lookups.push(lookup)
    else if (share === 0 && credits.max > 0)
      lookups.push({ want, run_id: null, state: 'not_tried', reason: REASONS.max_cost ?? null })
    else {
      const { run } = await startWaterfall(ctx, actor, {
        want,
        type: list.type,
        listId: list.id,
        selection: { resultIds: [lead.id] },
        maxCost: share,
      })
      left -= share
      lookups.push({ want, run_id: run.id, state: null, reason: null })
    }
  }
  return lookups
}

/**
 * Keeps a lead in a list and looks up what is wanted of it, each value by a run of its own.
 * @throws AppError validation_failed, conflict, not_found, insufficient_credits
 */
export const enrichOne = (ctx: Context, actor: Actor, request: EnrichRequest): Promise<EnrichCall> =>
  transaction(ctx.db, async () => {
    const { accountId } = actor
    const type = canonicalListType(request.type)
    const wants = [...new Set(request.want)]
    const values = await readValues(ctx, accountId, type, request.values)
    const callbackUrl =
      request.callback_url === undefined
        ? null
        : checkUrl(request.callback_url, ctx.webhookSending.hosts, 'callback_url')
    if (request.dry_run) return quote(ctx, actor, type, values, wants)
    const list = await findList(ctx, actor, type, request.list_id)
    const place = { accountId, listId: list.id, type, from: FROM, labelIds: [], consent: null }
    const [receipt] = await receiveLeads(ctx, { ...place, rows: [values] })
    if (!receipt || receipt.isSuppressed)
      throw invalidField('values', 'This person or business is on your suppression list')
    const lead = await findLead(ctx.db, accountId, list.id, receipt.leadId)
    if (!lead) throw conflict('The lead is in the trash of its list. Restore it first')
    const lookups = await startLookups(ctx, actor, { list, lead, wants, maxCost: request.max_cost })
    const row = await insertCall(ctx.db, {
      account_id: accountId,
      list_id: list.id,
      lead_id: lead.id,
      lookups,
      callback_url: callbackUrl,
    })
    recordAudit(ctx.db, { accountId, subject: `list:${list.id}`, detail: { lead_id: lead.id, want: wants } })
    if (callbackUrl !== null && row.run_ids.length === 0) await sendCallback(ctx, row)
    return showCall(ctx, accountId, row.id)
  })
