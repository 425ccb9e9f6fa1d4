import { crmPreviewRun, crmRun } from '#contract/activity/run-kinds/crm.ts'
import { CRM_KINDS, isSender, keepsContacts } from '#contract/core/crms/index.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import { defineExecutor, type RunExecutor } from '#server/modules/activity/runs/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import { createAccountWhy } from '#server/modules/leads/leads/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { CrmError, type SenderCampaign } from '#server/providers/crms/index.ts'
import { findConnection } from './connections-store.ts'
import { type AnyCrmContext, type CrmWork, callCrmForRun, plus } from './crm-run.ts'
import { markInterrupted, markRemainingItems, nextItems, writeIntents } from './ledger-store.ts'
import { type Candidate, finishLeads, planBatch } from './plan-batch.ts'
import { listLeadFields } from './plan-lead.ts'
import { failDoubtful, isDoubtful, sendLead, UNKNOWN } from './send-lead.ts'
import { createSending } from './sending.ts'

const BATCH = 40
/** Leads sent concurrently. */
const AT_ONCE = 8
const STOPPED = 'The push was stopped before the CRM responded'

/** The chosen campaign of a sender. @throws AppError conflict when it is gone */
async function findCampaign(ctx: Context, work: CrmWork): Promise<SenderCampaign | null> {
  const { crm } = work.connection
  if (!isSender(crm)) return null
  const campaigns = await callCrmForRun(ctx, work, async (sender, context) =>
    sender.sender?.campaigns(context),
  )
  const campaign = campaigns?.find(({ id }) => id === work.context.run.input.campaign)
  if (!campaign) throw conflict(`${CRM_KINDS[crm].label} doesn’t have this campaign any more. Choose another`)
  return campaign
}

async function startCrmWork(ctx: Context, context: AnyCrmContext): Promise<CrmWork> {
  const { account_id: accountId, input } = context.run
  const connection = await findConnection(ctx.db, accountId, input.connectionId)
  if (!connection) throw conflict('The CRM was disconnected')
  const fields = listLeadFields(input.type, await findFieldDefinitions(ctx.db, accountId))
  const work: CrmWork = {
    context,
    connection,
    labels: new Map(fields.map((field) => [field.name, field])),
    fields: new Map(),
    campaign: null,
    why: input.items.some(({ field }) => field === WHY_FIELD.name)
      ? await createAccountWhy(ctx, accountId)
      : null,
  }
  if (!keepsContacts(connection.crm)) return work
  const known = await callCrmForRun(ctx, work, (crm, crmContext) => crm.fields(crmContext))
  const keys = new Map(known.map((field) => [field.key, field]))
  // An unknown field would make the CRM reject the whole contact; a sender takes any variable.
  if (!isSender(connection.crm)) input.items = input.items.filter(({ to }) => keys.has(to))
  return { ...work, fields: keys, campaign: await findCampaign(ctx, work) }
}

/** Ends the run with the CRM's error when not even its fields can be read. */
async function prepareCrmWork(ctx: Context, context: AnyCrmContext): Promise<CrmWork> {
  try {
    return await startCrmWork(ctx, context)
  } catch (error) {
    throw error instanceof CrmError ? new AppError('source_failed', error.message, { cause: error }) : error
  }
}

async function recordPlan(ctx: Context, work: CrmWork, candidates: readonly Candidate[]): Promise<void> {
  await finishLeads(
    ctx,
    work,
    candidates.map(({ lead, plan, before }) => {
      const exists = plan.contact !== null || Boolean(before?.sent_at && !keepsContacts(work.connection.crm))
      const state = plan.conflicts.length > 0 ? 'conflict' : exists ? 'update' : 'create'
      return { leadId: lead.id, state, reason: null, conflicts: plan.conflicts }
    }),
  )
}

/** Records what is about to be sent. A lead that a crashed process may already have sent to a catch hook is left to a person. */
async function recordIntents(
  ctx: Context,
  work: CrmWork,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const { context, connection } = work
  const doubtful = candidates.filter((candidate) => isDoubtful(work, candidate))
  for (const candidate of doubtful) await failDoubtful(ctx, work, candidate)
  const now = candidates.filter((candidate) => !doubtful.includes(candidate))
  if (now.length === 0) return []
  const { account_id: accountId, id: runId, input } = context.run
  const place = { accountId, connectionId: connection.id, listId: input.listId, runId, tags: input.tags }
  const intents = now.map(({ lead, plan: { values, contact } }) => ({
    leadId: lead.id,
    entityId: lead.entity_id,
    sent: values,
    remoteId: contact?.id ?? null,
  }))
  await context.step(async () => {
    await writeIntents(ctx.db, place, intents)
    return {}
  })
  return now
}

async function push(ctx: Context, context: AnyCrmContext): Promise<void> {
  const work = await prepareCrmWork(ctx, context)
  // A catch hook cannot be queried for a request's result, so each lead is recorded right before it is sent.
  const isHook = !keepsContacts(work.connection.crm)
  const sending = createSending(AT_ONCE, async (candidate: Candidate) => {
    if (!isHook || (await recordIntents(ctx, work, [candidate])).length > 0)
      await sendLead(ctx, work, candidate)
  })
  try {
    for (;;) {
      context.signal.throwIfAborted()
      const inProgress = sending.leads()
      const ids = await nextItems(ctx.db, context.run, {
        limit: BATCH,
        except: inProgress.map(({ id }) => id),
      })
      if (ids.length === 0) break
      const planned = await planBatch(ctx, work, ids, inProgress)
      const now = isHook ? planned : await recordIntents(ctx, work, planned)
      for (const candidate of now) await sending.start(candidate)
      if (now.length === 0 && inProgress.length > 0) await sending.nextEnd()
    }
  } finally {
    await sending.allEnd()
  }
  sending.throwFailure()
}

async function preview(ctx: Context, context: AnyCrmContext): Promise<void> {
  const work = await prepareCrmWork(ctx, context)
  for (;;) {
    context.signal.throwIfAborted()
    const ids = await nextItems(ctx.db, context.run, { limit: BATCH, except: [] })
    if (ids.length === 0) return
    await recordPlan(ctx, work, await planBatch(ctx, work, ids, []))
  }
}

/** Executor of pushes and previews. */
export const crmExecutors = (ctx: Context): RunExecutor[] => [
  defineExecutor(crmRun, {
    run: (context) => push(ctx, context),
    async settle(run, _state, write) {
      const connection = await findConnection(ctx.db, run.account_id, run.input.connectionId)
      const isHook = connection !== undefined && !keepsContacts(connection.crm)
      const place = { accountId: run.account_id, runId: run.id }
      const failed = await markInterrupted(ctx.db, { ...place, isHook, why: isHook ? UNKNOWN : STOPPED })
      const left = await markRemainingItems(ctx.db, run.account_id, run.id)
      if (failed + left === 0) return
      const more = { ...(failed > 0 && { failed }), ...(left > 0 && { not_tried: left }) }
      await write({ counts: plus(run.counts, more) })
    },
  }),
  defineExecutor(crmPreviewRun, {
    run: (context) => preview(ctx, context),
    async settle(run, _state, write) {
      const left = await markRemainingItems(ctx.db, run.account_id, run.id)
      if (left > 0) await write({ counts: plus(run.counts, { not_tried: left }) })
    },
  }),
]
