import * as z from 'zod/mini'
import { dataReply, page, pageQuery, Timestamp } from './common.ts'
import { defineArea } from './define-area.ts'

export const JOB_STATES = ['waiting', 'running', 'succeeded', 'cancelled', 'failed'] as const
export type JobState = (typeof JOB_STATES)[number]

const JobId = z.uuid()

/** A background job that waits, runs, or ended within the last hour. */
export const Job = z.object({
  id: JobId,
  queue: z.string(),
  state: z.enum(JOB_STATES),
  attempts: z.int(),
  max_attempts: z.int(),
  created_at: Timestamp,
  due_at: Timestamp.check(z.describe('Not claimed before')),
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
  error: z.nullable(z.string()),
  payload: z
    .record(z.string(), z.unknown())
    .check(z.describe('Its input; every text is replaced by its length')),
  previous_job_id: z.nullable(JobId).check(z.describe('The job that it retries')),
  next_job_id: z.nullable(JobId).check(z.describe('The job that retries it')),
  succeeded: z.int().check(z.describe('Jobs of its queue that have succeeded within the last hour')),
  can: z.object({ cancel: z.boolean(), retry: z.boolean() }),
})
export type Job = z.output<typeof Job>

export const JobQueue = z.object({
  queue: z.string(),
  waiting: z.int().check(z.describe('Due now')),
  running: z.int(),
  failed: z.int(),
  waiting_since: z.nullable(Timestamp).check(z.describe('When the oldest waiting job was due')),
})
export type JobQueue = z.output<typeof JobQueue>

const api = defineArea({ tag: 'Background jobs', access: { can: 'see_admin' }, scope: 'admin' })
const params = z.object({ id: JobId })

export const jobs = api.get('/api/admin/jobs', {
  name: 'jobs.index',
  reads: ['jobs'],
  summary: 'Background jobs, newest first',
  description:
    'Jobs that have ended are listed for an hour. Errors of failed ones are kept under App errors.',
  query: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(JOB_STATES)),
    queue: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    folded: z
      ._default(z.stringbool(), false)
      .check(z.describe('Of the jobs of a queue that have succeeded, only the newest')),
  }),
  reply: page(Job),
})

export const jobQueues = api.get('/api/admin/jobs/queues', {
  name: 'jobs.queues',
  reads: ['jobs'],
  summary: 'Queues with the number and age of their waiting jobs',
  reply: dataReply(z.array(JobQueue)),
})

export const cancelJob = api.post('/api/admin/jobs/{id}/cancel', {
  name: 'jobs.cancel',
  access: { can: 'administer' },
  changes: ['jobs'],
  idempotent: true,
  audit: 'job.cancelled',
  summary: 'Cancel a waiting job',
  params,
  reply: z.object({ data: Job, message: z.string() }),
  errors: ['conflict'],
})

export const retryJob = api.create('/api/admin/jobs/{id}/retry', {
  name: 'jobs.retry',
  access: { can: 'administer' },
  changes: ['jobs'],
  audit: 'job.retried',
  idempotent: true,
  summary: 'Retry a job that has ended',
  description: 'A new job with the same input, linked to the original; each job is retried once.',
  params,
  reply: z.object({ data: Job, message: z.string() }),
  errors: ['conflict'],
})
