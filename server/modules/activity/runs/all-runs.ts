import {
  type AccountRun,
  allRuns,
  cancelAnyRun,
  retryAnyRun,
  showAnyRun,
} from '#contract/activity/all-runs.ts'
import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { data, type Route, route } from '#server/platform/http/route.ts'
import { pick } from '#server/platform/pick.ts'
import { redact } from '#server/platform/text/scrub.ts'
import * as reads from './all-runs-reads.ts'
import { cancelUnfinishedRun } from './cancel-runs.ts'
import { createRun, enqueueRun } from './runs.ts'
import { lockRun } from './runs-store.ts'

const isUnfinished = ({ state }: Pick<reads.AnyRunView, 'state'>) => state === 'queued' || state === 'running'

/** Why a run cannot be repeated, as a sentence; null when it can. */
function retryProblem(run: reads.AnyRunView): string | null {
  const { isPaid, repeats, labels } = RUN_DEFINITIONS[run.kind]
  if (isUnfinished(run)) return 'This run has not ended yet. Stop it first'
  if (run.next_run_id !== null) return `This run was already retried as run ${run.next_run_id}`
  if (run.state === 'succeeded')
    return 'This run succeeded. Only runs that failed or were cancelled can be retried'
  if (isPaid) return 'This run spends credits, so only the account can start it again'
  return repeats ? null : `${labels.name} has to be started again from its own page`
}

const present = (run: reads.AnyRunView): AccountRun => ({
  ...pick(run, 'id', 'account_id', 'account', 'kind'),
  label: RUN_DEFINITIONS[run.kind].labels.name,
  ...pick(run, 'state', 'title', 'total', 'done', 'counts', 'cost'),
  attempts: run.attempt,
  cancel_requested: run.cancel_requested_at !== null,
  error: run.error,
  created_by: run.created_by_email,
  acted_by: run.acted_by_email,
  created_at: run.created_at.toISOString(),
  started_at: run.started_at?.toISOString() ?? null,
  finished_at: run.finished_at?.toISOString() ?? null,
  payload: redact(run.input) as Record<string, unknown>,
  previous_run_id: run.previous_run_id,
  next_run_id: run.next_run_id,
  can: {
    cancel: isUnfinished(run) && run.cancel_requested_at === null,
    retry: retryProblem(run) === null,
  },
})

// Runs of all accounts, for operators.

async function requireRun(ctx: Context, accountId: number, id: number): Promise<reads.AnyRunView> {
  const run = await reads.findAnyRun(ctx.db, accountId, id)
  if (!run) throw notFound('The run')
  return run
}

/** Recorded in the account's log, and in the actor's. */
function auditRuns(
  ctx: Context,
  actor: Actor,
  { account_id, id, kind, title }: reads.AnyRunView,
  more: object = {},
): void {
  for (const accountId of [...new Set([actor.accountId, account_id])].sort((a, b) => a - b))
    recordAudit(ctx.db, { accountId, subject: `run:${id}`, detail: { kind, title, ...more } })
}

async function pageOfAllRuns(ctx: Context, query: reads.AllRunsQuery) {
  const { rows, total } = await reads.listAllRuns(ctx.db, query)
  return pageReply(rows.map(present), query, total)
}

const showRunOfAccount = async (ctx: Context, accountId: number, id: number) =>
  present(await requireRun(ctx, accountId, id))

/** @throws AppError not_found, conflict when it has ended. */
const cancelRunOfAccount = (ctx: Context, actor: Actor, accountId: number, id: number): Promise<AccountRun> =>
  transaction(ctx.db, async () => {
    await cancelUnfinishedRun(ctx, accountId, id)
    const run = await requireRun(ctx, accountId, id)
    auditRuns(ctx, actor, run)
    return present(run)
  })

/** A new run with the input of a failed or stopped one. @throws AppError not_found, conflict. */
const retryRunOfAccount = (ctx: Context, actor: Actor, accountId: number, id: number): Promise<AccountRun> =>
  transaction(ctx.db, async () => {
    const row = await lockRun(ctx.db, accountId, id)
    const run = await requireRun(ctx, accountId, id)
    const problem = retryProblem(run)
    if (problem || !row) throw conflict(problem ?? 'This run no longer exists')
    if (await reads.hasUnfinished(ctx.db, accountId, run.kind))
      throw conflict('Another run of this kind is still in progress. Wait until it has ended')
    const made = await createRun(ctx, {
      accountId,
      kind: row.kind,
      title: row.title,
      listId: row.list_id,
      input: row.input,
      total: row.total,
      createdBy: row.created_by ?? actor.userId,
      previousRunId: id,
    })
    await enqueueRun(ctx, made)
    const repeated = await requireRun(ctx, accountId, made.id)
    auditRuns(ctx, actor, repeated, { previous_run_id: id })
    return present(repeated)
  }).catch((error) => {
    throw isUniqueViolation(error, 'run_repeats_once') ? conflict('This run was already retried') : error
  })

export const allRunRoutes = (ctx: Context): Route[] => [
  route(allRuns, ({ query }) => pageOfAllRuns(ctx, query)),
  route(showAnyRun, ({ params }) => data(showRunOfAccount(ctx, params.account_id, params.id))),
  route(cancelAnyRun, async ({ actor, params }) => ({
    data: await cancelRunOfAccount(ctx, actor, params.account_id, params.id),
    message: 'Run stopped',
  })),
  route(retryAnyRun, async ({ actor, params }) => ({
    data: await retryRunOfAccount(ctx, actor, params.account_id, params.id),
    message: 'Run started again',
  })),
]
