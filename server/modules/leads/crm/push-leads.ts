import {
  type CrmPolicy,
  crmPreviewRun,
  crmRun,
  type DoubtfulEmail,
} from '#contract/activity/run-kinds/crm.ts'
import type { RunInput } from '#contract/activity/run-kinds/define.ts'
import { FINAL_RUN_STATES } from '#contract/activity/runs.ts'
import { CRM_KINDS, isSender } from '#contract/core/crms/index.ts'
import type { LeadFilters } from '#contract/leads/leads.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { countReachable, findLeadIds, findLeadScope } from '#server/modules/leads/leads/index.ts'
import { findListFacts, findOwnList } from '#server/modules/leads/lists/index.ts'
import { startRun } from '#server/modules/leads/run-start/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pick } from '#server/platform/pick.ts'
import { findOwnConnection } from './connections.ts'
import { showCrmMapping } from './crm-mapping.ts'
import { insertCrmItems, listUnsent, lockPush } from './ledger-store.ts'
import { findPush } from './show-pushes.ts'
import { skipReason } from './skip-reason.ts'

export interface PushRequest {
  type: ListTypeId
  listId: number
  connectionId: number
  selection: { resultIds: number[] } | { filters: LeadFilters; first?: number }
  tags: string[]
  owner: string | null
  onlyVerified: boolean
  includeInvalid: boolean
  onlyNew: boolean
  policy: CrmPolicy | null
  /** Of senders. */
  campaign: string | null
  doubtful: DoubtfulEmail[]
  otherCampaigns: boolean
}

type Input = RunInput<typeof crmRun>

const unique = (texts: readonly string[]): string[] =>
  [...new Map(texts.toReversed().map((word) => [word.toLowerCase(), word])).values()].toReversed()

// Pushes and previews: starting them, their results, and the ledger. The work is in crm-executor.ts.

/** Allows one push at a time per connection and list: two would look up the same leads before either has sent them. */
async function requireNoPush(
  ctx: Context,
  actor: Actor,
  listId: number,
  connectionId: number,
): Promise<void> {
  await lockPush(ctx.db, actor.accountId, connectionId, listId)
  const busy = await ctx.db
    .selectFrom('run_info as run')
    .select(['id', 'input'])
    .where('account_id', '=', actor.accountId)
    .where('kind', '=', 'crm')
    .where('state', 'in', ['queued', 'running'])
    .execute()
  if (busy.some(({ input }) => input.listId === listId && input.connectionId === connectionId))
    throw conflict('This list is already being pushed. Wait for it to finish, or stop it', {
      details: { busy: true },
    })
}

async function makeInput(
  ctx: Context,
  actor: Actor,
  request: PushRequest,
): Promise<{ input: Input; label: string }> {
  const row = await findOwnConnection(ctx, actor, request.connectionId)
  const list = await findListFacts(ctx, actor.accountId, request.listId)
  const { items, version } = await showCrmMapping(ctx, actor, row.id, request.type)
  const { policy, owner } = request
  if (owner && !CRM_KINDS[row.crm].can.owners)
    throw invalidField('owner', `${CRM_KINDS[row.crm].label} doesn’t support owners`)
  if (isSender(row.crm) !== (request.campaign !== null))
    throw invalidField(
      'campaign',
      isSender(row.crm) ? 'Choose a campaign' : `${CRM_KINDS[row.crm].label} has no campaigns`,
    )
  return {
    label: row.label,
    input: {
      type: request.type,
      listId: request.listId,
      connectionId: row.id,
      onlyVerified: request.onlyVerified,
      includeInvalid: request.includeInvalid,
      onlyNew: request.onlyNew,
      items: policy === null ? items : items.map((item) => ({ ...item, policy })),
      mappingVersion: version,
      tags: CRM_KINDS[row.crm].can.tags ? unique([...(list?.tags ?? []), ...request.tags]) : [],
      source: list?.lead_source ?? null,
      owner: owner || null,
      ...pick(request, 'campaign', 'doubtful', 'otherCampaigns'),
    },
  }
}

async function startWork(
  ctx: Context,
  actor: Actor,
  definition: typeof crmRun | typeof crmPreviewRun,
  work: { input: Input; label: string; ids: number[] },
) {
  const { input, label, ids } = work
  const list = await findOwnList(ctx, actor, input.listId, input.type)
  if (ids.length === 0) throw invalidField('selection', 'Select at least one lead')
  const verb = definition.kind === 'crm' ? 'Push to' : 'Preview for'
  return transaction(ctx.db, async () => {
    if (definition.kind === 'crm') await requireNoPush(ctx, actor, input.listId, input.connectionId)
    const { run } = await startRun(ctx, actor, definition as typeof crmRun, {
      title: `${verb} ${label}: ${list.name}`,
      list,
      plan: { input, total: ids.length },
      work: (place) => insertCrmItems(ctx.db, place, ids),
    })
    return { run, list_id: list.id }
  })
}

async function startPush(
  ctx: Context,
  actor: Actor,
  definition: typeof crmRun | typeof crmPreviewRun,
  request: PushRequest,
) {
  const scope = await findLeadScope(ctx, actor, request.listId, request.type)
  const ids = await findLeadIds(ctx, scope, request.selection)
  return startWork(ctx, actor, definition, { ...(await makeInput(ctx, actor, request)), ids })
}

/** How many leads a push would send, as far as that is known without asking the CRM. */
export async function countPush(
  ctx: Context,
  actor: Actor,
  request: Pick<
    PushRequest,
    'type' | 'listId' | 'connectionId' | 'selection' | 'onlyVerified' | 'includeInvalid' | 'doubtful'
  >,
) {
  const { crm } = await findOwnConnection(ctx, actor, request.connectionId)
  const scope = await findLeadScope(ctx, actor, request.listId, request.type)
  const ids = await findLeadIds(ctx, scope, request.selection)
  const leftOut = new Map<string, number>()
  let send = 0
  for (const group of ids.length === 0 ? [] : await countReachable(ctx.db, scope, ids)) {
    const reason = skipReason(group, request, crm)
    if (reason === null) send += group.count
    else leftOut.set(reason, (leftOut.get(reason) ?? 0) + group.count)
  }
  return { send, left_out: [...leftOut].map(([reason, count]) => ({ reason, count })) }
}

export const previewPush = (ctx: Context, actor: Actor, request: PushRequest) =>
  startPush(ctx, actor, crmPreviewRun, request)

export const pushLeads = (ctx: Context, actor: Actor, request: PushRequest) =>
  startPush(ctx, actor, crmRun, request)

/** Starts a push of failed and skipped leads of another one, with the same options. */
export async function retryPush(ctx: Context, actor: Actor, id: number) {
  const run = await findPush(ctx, actor, id)
  if (run.kind !== 'crm') throw notFound('The push')
  if (!(FINAL_RUN_STATES as readonly string[]).includes(run.state))
    throw conflict('This push is still in progress')
  const { connectionId } = run.input
  const ids = await listUnsent(ctx.db, actor.accountId, { runId: id, connectionId })
  if (ids.length === 0) throw conflict('No leads failed in this push')
  const row = await findOwnConnection(ctx, actor, run.input.connectionId)
  return startWork(ctx, actor, crmRun, { input: run.input, label: row.label, ids })
}
