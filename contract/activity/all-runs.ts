import * as z from 'zod/mini'
import { dataReply, Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { RUN_KINDS } from './run-kinds/index.ts'
import { RUN_STATES } from './runs.ts'

/** A run of any account, for administrators. */
export const AccountRun = z.object({
  id: Id,
  account_id: Id,
  account: z.string(),
  kind: z.enum(RUN_KINDS),
  label: z.string(),
  state: z.enum(RUN_STATES),
  title: z.string(),
  total: z.nullable(z.int()),
  done: z.int(),
  counts: z.record(z.string(), z.int()).check(z.describe('Numbers by kind of run')),
  cost: z.int(),
  attempts: z.int().check(z.describe('Number of times a worker claimed it')),
  cancel_requested: z.boolean(),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  created_by: z.nullable(z.string()),
  acted_by: z.nullable(z.string()),
  created_at: Timestamp,
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
  payload: z
    .record(z.string(), z.unknown())
    .check(z.describe('Its input; every text is replaced by its length')),
  previous_run_id: z.nullable(Id).check(z.describe('The run that it retries')),
  next_run_id: z.nullable(Id).check(z.describe('The run that retries it')),
  can: z.object({ cancel: z.boolean(), retry: z.boolean() }),
})
export type AccountRun = z.output<typeof AccountRun>

const api = defineArea({ tag: 'Runs of all accounts', access: { can: 'see_admin' }, scope: 'admin' })
const params = z.object({ account_id: IdParam, id: IdParam })

export const allRuns = api.get('/api/admin/runs', {
  name: 'allRuns.index',
  reads: ['all_runs'],
  summary: 'Runs of all accounts, newest first',
  description: '`search` finds accounts by name, by the email of a member, or by number.',
  query: z.strictObject({
    ...pageQuery,
    state: z.optional(z.enum(RUN_STATES)),
    kind: z.optional(z.enum(RUN_KINDS)),
    search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  }),
  reply: page(AccountRun),
})

export const showAnyRun = api.get('/api/admin/accounts/{account_id}/runs/{id}', {
  name: 'allRuns.show',
  reads: ['all_runs'],
  summary: 'A run of any account',
  params,
  reply: dataReply(AccountRun),
})

export const cancelAnyRun = api.post('/api/admin/accounts/{account_id}/runs/{id}/cancel', {
  name: 'allRuns.cancel',
  access: { can: 'administer' },
  changes: ['all_runs', 'runs', 'run:{id}'],
  idempotent: true,
  audit: 'run.cancelled',
  summary: 'Stop a run of any account',
  description:
    'Delivered leads stay and are paid; the rest of the reservation is released. Both accounts’ logs record it.',
  params,
  reply: z.object({ data: AccountRun, message: z.string() }),
  errors: ['conflict'],
})

export const retryAnyRun = api.create('/api/admin/accounts/{account_id}/runs/{id}/retry', {
  name: 'allRuns.retry',
  access: { can: 'administer' },
  changes: ['all_runs', 'runs'],
  audit: 'run.retried',
  idempotent: true,
  summary: 'Retry a run that failed or was stopped',
  description:
    'A new run with the same input, linked to the original; each run is retried once. Kinds that spend credits or need a person’s choices are refused: only the account can start those again.',
  params,
  reply: z.object({ data: AccountRun, message: z.string() }),
  errors: ['conflict'],
})
