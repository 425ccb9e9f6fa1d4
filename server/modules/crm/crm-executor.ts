import { crmPreviewRun, crmRun } from '#contract/run-kinds/crm.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import { defineExecutor, type RunExecutor } from '#server/modules/runs/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import { findConnection } from './connections-store.ts'
import { type AnyCrmContext, asking, type CrmRunDeps, type CrmWork, plus } from './crm-run.ts'
import { leaveCrmItems, nextItems, writeIntent } from './ledger-store.ts'
import { type Candidate, finishLeads, planBatch } from './plan-batch.ts'
import { leadFieldsOf } from './plan-lead.ts'
import { isDoubtful, leaveDoubtful, sendLead } from './send-lead.ts'

/** Leads that are looked up together. */
const BATCH = 40
/** Leads that are sent at the same time. */
const AT_ONCE = 8

async function begin(context: AnyCrmContext, deps: CrmRunDeps): Promise<CrmWork> {
  const { account_id: accountId, input } = context.run
  const connection = await findConnection(deps.db, accountId, input.connectionId)
  if (!connection) throw new AppError('conflict', 'The CRM was disconnected')
  const fields = leadFieldsOf(input.type, await customFieldsOf(deps.db, accountId))
  const work = {
    context,
    deps,
    connection,
    labels: new Map(fields.map((one) => [one.name, one])),
    fields: new Map(),
  }
  if (connection.crm === 'zapier') return work
  const known = await asking(work, (crm, asked) => crm.fields(asked))
  const keys = new Map(known.map((field) => [field.key, field]))
  // A field that is not there any more would make the CRM refuse the whole contact.
  input.items = input.items.filter(({ to }) => keys.has(to))
  return { ...work, fields: keys }
}

/** A CRM that does not even tell its fields ends the run, with its reason. */
async function beginOrSay(context: AnyCrmContext, deps: CrmRunDeps): Promise<CrmWork> {
  try {
    return await begin(context, deps)
  } catch (error) {
    throw error instanceof CrmError ? new AppError('source_failed', error.message, { cause: error }) : error
  }
}

async function preview(work: CrmWork, candidates: readonly Candidate[]): Promise<void> {
  await finishLeads(
    work,
    candidates.map(({ lead, plan, before }) => {
      const isThere = plan.contact !== null || Boolean(before?.sent_at && work.connection.crm === 'zapier')
      const state = plan.conflicts.length > 0 ? 'conflict' : isThere ? 'update' : 'create'
      return { leadId: lead.id, state, reason: null, conflicts: plan.conflicts }
    }),
  )
}

async function push(work: CrmWork, candidates: readonly Candidate[]): Promise<void> {
  const { context, deps, connection } = work
  const doubtful = candidates.filter((one) => isDoubtful(work, one))
  for (const one of doubtful) await leaveDoubtful(work, one)
  const now = candidates.filter((one) => !doubtful.includes(one))
  if (now.length === 0) return
  const { account_id: accountId, id: runId, input } = context.run
  await context.step(async () => {
    for (const { lead, plan } of now) {
      const place = { accountId, connectionId: connection.id, leadId: lead.id }
      const { values: sent, contact } = plan
      const intent = { listId: input.listId, runId, sent, tags: input.tags, remoteId: contact?.id ?? null }
      await writeIntent(deps.db, place, intent)
    }
    return {}
  })
  for await (const _ of inParallel(now, AT_ONCE, (one) => sendLead(work, one)))
    context.signal.throwIfAborted()
}

/** Goes through the leads that are open; what is on record of a dead program's last ones is looked up first. */
async function walk(
  context: AnyCrmContext,
  deps: CrmRunDeps,
  each: (work: CrmWork, candidates: readonly Candidate[]) => Promise<void>,
): Promise<void> {
  const work = await beginOrSay(context, deps)
  for (;;) {
    context.signal.throwIfAborted()
    const ids = await nextItems(deps.db, context.run.account_id, context.run.id, BATCH)
    if (ids.length === 0) return
    await each(work, await planBatch(work, ids))
  }
}

/** The work of a push and of a preview. */
export const crmExecutors = (deps: CrmRunDeps): RunExecutor[] => [
  defineExecutor(crmRun, {
    run: (context) => walk(context, deps, push),
    async settle(run, _state, write) {
      const left = await leaveCrmItems(deps.db, run.account_id, run.id)
      if (left > 0) await write({ counts: plus(run.counts, { not_tried: left }) })
    },
  }),
  defineExecutor(crmPreviewRun, {
    run: (context) => walk(context, deps, preview),
    async settle(run, _state, write) {
      const left = await leaveCrmItems(deps.db, run.account_id, run.id)
      if (left > 0) await write({ counts: plus(run.counts, { not_tried: left }) })
    },
  }),
]
