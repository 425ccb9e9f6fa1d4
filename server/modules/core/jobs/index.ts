import * as api from '#contract/core/jobs.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import * as queueJobs from '#server/platform/queue/queue-jobs.ts'
import { redact, scrub } from '#server/platform/text/scrub.ts'

const STATES: Record<queueJobs.QueuedJob['state'], api.JobState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'succeeded',
  cancelled: 'cancelled',
  failed: 'failed',
}
const ENDED: readonly api.JobState[] = ['succeeded', 'cancelled', 'failed']

/** The error part of a failed job; other output is not shown. */
function readError({ output }: queueJobs.QueuedJob): string | null {
  const message = (output as { message?: unknown } | null)?.message
  return typeof message === 'string' ? scrub(message) : null
}

function present(job: queueJobs.QueuedJob): api.Job {
  const { [queueJobs.REPEATED_JOB_KEY]: repeated, ...payload } = job.data ?? {}
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
    error: state === 'failed' || job.state === 'retry' ? readError(job) : null,
    payload: redact(payload) as Record<string, unknown>,
    previous_job_id: typeof repeated === 'string' ? repeated : null,
    next_job_id: job.next_id,
    succeeded: job.succeeded,
    can: { cancel: state === 'waiting', retry: ENDED.includes(state) && job.next_id === null },
  }
}

const listStates = (state: api.JobState | undefined) =>
  state && Object.keys(STATES).filter((key) => STATES[key as queueJobs.QueuedJob['state']] === state)

async function showJob(ctx: Context, id: string): Promise<api.Job> {
  const job = await queueJobs.findJob(ctx.db, id)
  if (!job) throw notFound('The job')
  return present(job)
}

const auditJob = (ctx: Context, actor: Actor, id: string, detail: Record<string, unknown>) =>
  recordAudit(ctx.db, { accountId: actor.accountId, subject: `job:${id}`, detail })

type JobsQuery = { page: number; limit: number; state?: api.JobState; queue?: string; folded: boolean }

async function pageOfJobs(ctx: Context, { page, limit, state, queue: name, folded }: JobsQuery) {
  const { rows, total } = await queueJobs.listJobs(ctx.db, {
    page,
    limit,
    states: listStates(state),
    name,
    folded,
  })
  return pageReply(rows.map(present), { page, limit }, total)
}

async function listQueues(ctx: Context) {
  const rows = await queueJobs.countQueues(ctx.db)
  return rows.map((row) => ({ ...row, waiting_since: row.waiting_since?.toISOString() ?? null }))
}

/** @throws AppError not_found, conflict for one that is running or has ended. */
const cancelJob = (ctx: Context, actor: Actor, id: string): Promise<api.Job> =>
  transaction(ctx.db, async () => {
    const job = await showJob(ctx, id)
    if (!(await queueJobs.cancelWaitingJob(ctx.db, id)))
      throw conflict('This job is no longer waiting. Reload to see its state')
    auditJob(ctx, actor, id, { queue: job.queue })
    return showJob(ctx, id)
  })

/** @throws AppError not_found, conflict for one that has not ended or was repeated before. */
const retryJob = (ctx: Context, actor: Actor, id: string): Promise<api.Job> =>
  transaction(ctx.db, async () => {
    await queueJobs.lockJob(ctx.db, id)
    const [job, shown] = [await queueJobs.findJob(ctx.db, id), await showJob(ctx, id)]
    if (shown.next_job_id) throw conflict('This job was already retried')
    if (!shown.can.retry)
      throw conflict('This job has not ended yet. Only jobs that have ended can be retried')
    await ctx.queue.send(ctx.db, shown.queue, { ...job?.data, [queueJobs.REPEATED_JOB_KEY]: id })
    const made = (await showJob(ctx, id)).next_job_id as string
    auditJob(ctx, actor, made, { queue: shown.queue, previous_job_id: id })
    return showJob(ctx, made)
  })

/** Background jobs of the whole installation. */
const jobRoutes = (ctx: Context) => [
  route(api.jobs, ({ query }) => pageOfJobs(ctx, query)),
  route(api.jobQueues, () => data(listQueues(ctx))),
  route(api.cancelJob, async ({ actor, params }) => ({
    data: await cancelJob(ctx, actor, params.id),
    message: 'Job removed from the queue',
  })),
  route(api.retryJob, async ({ actor, params }) => ({
    data: await retryJob(ctx, actor, params.id),
    message: 'Job queued again',
  })),
]

export const jobsModule = defineModule({ routes: jobRoutes })
