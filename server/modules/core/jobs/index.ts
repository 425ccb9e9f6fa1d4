import { cancelJob, type Job, type JobState, jobQueues, jobs, retryJob } from '#contract/core/jobs.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import {
  cancelWaitingJob,
  countQueues,
  findJob,
  lockJob,
  pageOfJobs,
  type QueuedJob,
  REPEATED_JOB_KEY,
} from '#server/platform/queue/queue-jobs.ts'
import { redact, scrub } from '#server/platform/text/scrub.ts'

const STATES: Record<QueuedJob['state'], JobState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'succeeded',
  cancelled: 'cancelled',
  failed: 'failed',
}
const ENDED: readonly JobState[] = ['succeeded', 'cancelled', 'failed']

/** The error part of a failed job; other output is not shown. */
function errorOf({ output }: QueuedJob): string | null {
  const message = (output as { message?: unknown } | null)?.message
  return typeof message === 'string' ? scrub(message) : null
}

function present(job: QueuedJob): Job {
  const { [REPEATED_JOB_KEY]: repeated, ...payload } = job.data ?? {}
  const state = STATES[job.state]
  return {
    id: job.id,
    queue: job.name,
    state,
    attempts: job.retry_count + (job.started_on ? 1 : 0),
    max_attempts: job.retry_limit + 1,
    created_at: job.created_on.toISOString(),
    due_at: job.start_after.toISOString(),
    started_at: job.started_on?.toISOString() ?? null,
    finished_at: job.completed_on?.toISOString() ?? null,
    error: state === 'failed' || job.state === 'retry' ? errorOf(job) : null,
    payload: redact(payload) as Record<string, unknown>,
    previous_job_id: typeof repeated === 'string' ? repeated : null,
    next_job_id: job.next_id,
    can: { cancel: state === 'waiting', retry: ENDED.includes(state) && job.next_id === null },
  }
}

const statesOf = (state: JobState | undefined) =>
  state && Object.keys(STATES).filter((key) => STATES[key as QueuedJob['state']] === state)

/** Background jobs of the whole installation. */
export function createJobs({ db, queue }: { db: Db; queue: Pick<Queue, 'send'> }) {
  async function show(id: string): Promise<Job> {
    const job = await findJob(db, id)
    if (!job) throw notFound('The job')
    return present(job)
  }

  const audit = (actor: Actor, id: string, detail: Record<string, unknown>) =>
    recordAudit(db, { accountId: actor.accountId, subject: `job:${id}`, detail })

  return {
    async page({
      page,
      limit,
      state,
      queue: name,
    }: {
      page: number
      limit: number
      state?: JobState | undefined
      queue?: string | undefined
    }) {
      const { rows, total } = await pageOfJobs(db, { page, limit, states: statesOf(state), name })
      return { data: rows.map(present), currentPage: page, pageSize: limit, total }
    },

    async queues() {
      const rows = await countQueues(db)
      return rows.map((row) => ({ ...row, waiting_since: row.waiting_since?.toISOString() ?? null }))
    },

    /** @throws AppError not_found, conflict for one that is running or has ended. */
    cancel: (actor: Actor, id: string): Promise<Job> =>
      transaction(db, async () => {
        const job = await show(id)
        if (!(await cancelWaitingJob(db, id)))
          throw conflict('This job is no longer waiting. Reload to see its state')
        audit(actor, id, { queue: job.queue })
        return show(id)
      }),

    /** @throws AppError not_found, conflict for one that has not ended or was repeated before. */
    retry: (actor: Actor, id: string): Promise<Job> =>
      transaction(db, async () => {
        await lockJob(db, id)
        const [job, shown] = [await findJob(db, id), await show(id)]
        if (shown.next_job_id) throw conflict('This job was already retried')
        if (!shown.can.retry)
          throw conflict('This job has not ended yet. Only jobs that have ended can be retried')
        await queue.send(db, shown.queue, { ...job?.data, [REPEATED_JOB_KEY]: id })
        const made = (await show(id)).next_job_id as string
        audit(actor, made, { queue: shown.queue, previous_job_id: id })
        return show(made)
      }),
  }
}

export type JobsService = ReturnType<typeof createJobs>

export const jobRoutes = (service: JobsService) => [
  route(jobs, ({ query }) => service.page(query)),
  route(jobQueues, () => data(service.queues())),
  route(cancelJob, async ({ actor, params }) => ({
    data: await service.cancel(actor, params.id),
    message: 'Job removed from the queue',
  })),
  route(retryJob, async ({ actor, params }) => ({
    data: await service.retry(actor, params.id),
    message: 'Job queued again',
  })),
]
