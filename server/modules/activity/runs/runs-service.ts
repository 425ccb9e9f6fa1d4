import { FINAL_RUN_STATES, type Run } from '#contract/activity/runs.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { currentCall } from '#server/platform/http/current-call.ts'
import { publish } from '#server/platform/live-bus.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import { type EndingDeps, endRun } from './end-run.ts'
import { presentRun } from './present-run.ts'
import { RUN_JOB } from './run-job.ts'
import type { RunExecutor } from './run-types.ts'
import { countByCreator, creditsOfKey, findRuns, findRunView, latestRuns, pageOfRuns } from './runs-reads.ts'
import * as store from './runs-store.ts'
import { trackRun } from './track-run.ts'

export interface RunsDeps extends Required<EndingDeps> {
  queue: Queue
  /** Looked up late: executors belong to modules built after this one. */
  executors: () => RunExecutor[]
}

/** Long work of an account: creating, showing, stopping. The work itself is in run-executor.ts. */
export function createRunsService({ db, notify, queue, executors }: RunsDeps) {
  async function show(accountId: number, id: number): Promise<Run> {
    const run = await findRunView(db, accountId, id)
    if (!run) throw notFound('The run')
    return presentRun(run)
  }

  /** An unclaimed run ends here; a running one is notified and ends at its next step. */
  async function cancelLocked(run: store.RunRow): Promise<void> {
    await store.requestCancel(db, run.account_id, run.id)
    if (run.state === 'queued') {
      const executor = executors().find((item) => item.kind === run.kind)
      await executor?.settle?.(run, 'cancelled', (last) =>
        store.writeProgress(db, run.account_id, run.id, last as store.Progress),
      )
      await endRun({ db, notify }, run, { state: 'cancelled' })
      await publish(db, { accountId: run.account_id, kind: 'run', id: run.id })
    } else {
      await publish(db, { accountId: run.account_id, kind: 'run_cancel', id: run.id })
      await publish(db, { accountId: run.account_id, kind: 'run', id: run.id })
    }
  }

  async function cancelUnfinished(accountId: number, id: number): Promise<void> {
    const run = await store.lockRun(db, accountId, id)
    if (!run) throw notFound('The run')
    if ((FINAL_RUN_STATES as readonly string[]).includes(run.state))
      throw conflict(`This run has already ${run.state === 'cancelled' ? 'been stopped' : 'ended'}`)
    await cancelLocked(run)
  }

  return {
    show: (actor: Actor, id: number) => show(actor.accountId, id),
    find: async (accountId: number, id: number) => (await findRunView(db, accountId, id)) ?? null,

    /** Writes a run and its job in the caller's transaction: it exists only if that commits. */
    async create(run: store.NewRun): Promise<store.RunRow> {
      const row = await store.insertRun(db, {
        ...run,
        actorUserId: currentCall()?.actor?.acting?.userId ?? null,
      })
      await publish(db, { accountId: row.account_id, kind: 'run', id: row.id })
      return row
    },

    /** Progress of a run that is a streaming request. */
    track: (accountId: number, id: number) => trackRun({ db, notify }, accountId, id),

    /** Sends a created run to the workers. */
    enqueue: (run: store.RunRow) => queue.send(db, RUN_JOB, { accountId: run.account_id, runId: run.id }),

    async page(
      actor: Actor,
      query: { page: number; limit: number; list_id?: number | undefined; active: boolean },
    ) {
      const { rows, total } = await pageOfRuns(db, actor.accountId, {
        page: query.page,
        limit: query.limit,
        listId: query.list_id,
        active: query.active,
      })
      return { data: rows.map(presentRun), currentPage: query.page, pageSize: query.limit, total }
    },

    async byIds(accountId: number, ids: number[]): Promise<Map<number, Run>> {
      if (ids.length === 0) return new Map()
      const views = await findRuns(db, accountId, ids)
      return new Map(views.map((view) => [view.id, presentRun(view)]))
    },

    /** Actual and potential cost of an API key's runs today, in the caller's transaction. */
    creditsOfKey: (person: { accountId: number; apiKeyId: number; timeZone: string }): Promise<number> =>
      creditsOfKey(db, person),

    /** Number of runs by user of an account in the last days, without users who started none. */
    countByCreator: (accountId: number, days: number): Promise<Map<number, number>> =>
      countByCreator(db, accountId, days),

    async latestOf(accountId: number, listIds: number[]): Promise<Map<number, Run>> {
      const views = await latestRuns(db, accountId, listIds)
      return new Map([...views].map(([listId, view]) => [listId, presentRun(view)]))
    },

    /** Stops running work on these lists, in the transaction that deletes them. */
    async cancelOfLists(accountId: number, listIds: number[]): Promise<void> {
      for (const run of await store.lockUnfinishedOfLists(db, accountId, listIds)) await cancelLocked(run)
    },

    /** Stops an account's running work, in the transaction that closes it. */
    async cancelOfAccount(accountId: number): Promise<void> {
      for (const run of await store.lockUnfinishedOfAccount(db, accountId)) await cancelLocked(run)
    },

    /** Locks a run, before its wallet as each of its own steps does. */
    lock: async (accountId: number, id: number): Promise<void> =>
      void (await store.lockRun(db, accountId, id)),

    /** Adds what was charged for a run after its delivery. */
    async addCost(accountId: number, id: number, credits: number): Promise<void> {
      await store.addRunCost(db, accountId, id, credits)
      await publish(db, { accountId, kind: 'run', id })
    },

    /** Stops a run of an account, in the caller's transaction. @throws AppError not_found, conflict when it has ended. */
    cancelUnfinished,

    /** Stops a run. Idempotent while it stops. @throws AppError not_found, conflict when it has ended. */
    async cancel(actor: Actor, id: number): Promise<Run> {
      await transaction(db, async () => {
        await cancelUnfinished(actor.accountId, id)
        recordAudit(db, { accountId: actor.accountId, subject: `run:${id}` })
      })
      return show(actor.accountId, id)
    },
  }
}

export type RunsService = ReturnType<typeof createRunsService>
