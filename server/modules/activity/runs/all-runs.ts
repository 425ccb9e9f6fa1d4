import {
  type AccountRun,
  allRuns,
  cancelAnyRun,
  retryAnyRun,
  showAnyRun,
} from '#contract/activity/all-runs.ts'
import { RUN_DEFINITIONS } from '#contract/activity/run-kinds/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, isUniqueViolation, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { data, route } from '#server/platform/http/route.ts'
import { pick } from '#server/platform/pick.ts'
import { redact } from '#server/platform/text/scrub.ts'
import * as reads from './all-runs-reads.ts'
import type { RunsService } from './runs-service.ts'
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
  ...pick(run, 'state', 'title', 'total', 'done', 'cost'),
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

/** Runs of all accounts, for operators. */
export function createAllRuns({ db, runs }: { db: Db; runs: RunsService }) {
  async function find(accountId: number, id: number): Promise<reads.AnyRunView> {
    const run = await reads.findAnyRun(db, accountId, id)
    if (!run) throw notFound('The run')
    return run
  }

  /** Recorded in the account's log, and in the actor's. */
  function audit(actor: Actor, { account_id, id, kind, title }: reads.AnyRunView, more: object = {}): void {
    for (const accountId of [...new Set([actor.accountId, account_id])].sort((a, b) => a - b))
      recordAudit(db, { accountId, subject: `run:${id}`, detail: { kind, title, ...more } })
  }

  return {
    async page(query: reads.AllRunsQuery) {
      const { rows, total } = await reads.pageOfAllRuns(db, query)
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    },

    show: async (accountId: number, id: number) => present(await find(accountId, id)),

    /** @throws AppError not_found, conflict when it has ended. */
    cancel: (actor: Actor, accountId: number, id: number): Promise<AccountRun> =>
      transaction(db, async () => {
        await runs.cancelUnfinished(accountId, id)
        const run = await find(accountId, id)
        audit(actor, run)
        return present(run)
      }),

    /** A new run with the input of a failed or stopped one. @throws AppError not_found, conflict. */
    retry: (actor: Actor, accountId: number, id: number): Promise<AccountRun> =>
      transaction(db, async () => {
        const row = await lockRun(db, accountId, id)
        const run = await find(accountId, id)
        const problem = retryProblem(run)
        if (problem || !row) throw conflict(problem ?? 'This run no longer exists')
        if (await reads.hasUnfinished(db, accountId, run.kind))
          throw conflict('Another run of this kind is still in progress. Wait until it has ended')
        const made = await runs.create({
          accountId,
          kind: row.kind,
          title: row.title,
          listId: row.list_id,
          input: row.input,
          total: row.total,
          createdBy: row.created_by ?? actor.userId,
          previousRunId: id,
        })
        await runs.enqueue(made)
        const repeated = await find(accountId, made.id)
        audit(actor, repeated, { previous_run_id: id })
        return present(repeated)
      }).catch((error) => {
        throw isUniqueViolation(error, 'run_repeats_once') ? conflict('This run was already retried') : error
      }),
  }
}

export type AllRuns = ReturnType<typeof createAllRuns>

export const allRunRoutes = (service: AllRuns) => [
  route(allRuns, ({ query }) => service.page(query)),
  route(showAnyRun, ({ params }) => data(service.show(params.account_id, params.id))),
  route(cancelAnyRun, async ({ actor, params }) => ({
    data: await service.cancel(actor, params.account_id, params.id),
    message: 'Run stopped',
  })),
  route(retryAnyRun, async ({ actor, params }) => ({
    data: await service.retry(actor, params.account_id, params.id),
    message: 'Run started again',
  })),
]
