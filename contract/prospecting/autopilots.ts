import * as z from 'zod/mini'
import { Done, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { MAX_SEARCH_LIMIT } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { Version } from '../core/versions.ts'
import { ScheduleFields } from './autopilot-schedule.ts'
import { AUTOPILOT_STEP_NAMES, AutopilotStep, MAX_STEPS } from './autopilot-steps.ts'

/** Maximum number of autopilots of an account. */
export const MAX_AUTOPILOTS = 200
/** Default number of runs without a new lead after which an autopilot pauses. */
export const EMPTY_RUNS = 3
/** Number of future slots shown. */
export const NEXT_RUNS = 5

export const PAUSE_REASONS = ['person', 'empty', 'credits', 'source', 'list', 'access', 'step'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Result of a slot. `skipped`: nothing could be done, for example because the monthly cap was reached. */
export const AUTOPILOT_RUN_STATES = ['working', 'finished', 'failed', 'cancelled', 'skipped'] as const

export const StepResult = z.object({
  step: z.enum(AUTOPILOT_STEP_NAMES),
  state: z.enum(['working', 'done', 'skipped', 'failed', 'cancelled']),
  run_id: z.nullable(Id).check(z.describe('The run of the step; null for steps without one')),
  leads: z.int().check(z.describe('Leads of the step')),
  cost: z.int(),
  message: z.nullable(z.string()),
})
export type StepResult = z.output<typeof StepResult>

export const AutopilotRun = z.object({
  id: Id,
  slot: Timestamp.check(z.describe('When it was due; for a manual start, when it was started')),
  is_manual: z.boolean(),
  state: z.enum(AUTOPILOT_RUN_STATES),
  search_run_id: z.nullable(Id),
  leads: z.int().check(z.describe('New leads')),
  cost: z.int().check(z.describe('Credits of the search and all steps')),
  matched: z.nullable(z.int()),
  steps: z.array(StepResult),
  message: z.nullable(z.string()).check(z.describe('Why it failed or was skipped')),
  started_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type AutopilotRun = z.output<typeof AutopilotRun>

const { every, at, weekday, month_day, time_zone } = ScheduleFields
const Cap = z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_SEARCH_LIMIT)))

export const Autopilot = z.object({
  id: Id,
  name: z.string(),
  list_id: Id,
  list_name: z.nullable(z.string()).check(z.describe('Null once the list is deleted')),
  type: z.string().check(z.describe('List type')),
  every,
  at: z.string(),
  weekday: z.nullable(z.int()),
  month_day: z.nullable(z.int()),
  time_zone: z.string(),
  cap: Cap,
  month_cap: Cap,
  only_new: z.boolean(),
  empty_limit: z.int(),
  steps: z.array(AutopilotStep),
  state: z.enum(['active', 'paused']),
  pause_reason: z.nullable(z.enum(PAUSE_REASONS)),
  pause_message: z.nullable(z.string()),
  paused_at: z.nullable(Timestamp),
  is_exhausted: z.boolean().check(z.describe('The last search matched only existing leads')),
  next_runs: z.array(Timestamp).check(z.describe('The next five slots; none while it is paused')),
  month_leads: z.int().check(z.describe('New leads this month')),
  last_run: z.nullable(AutopilotRun),
  created_by: z.nullable(z.string()),
  created_at: Timestamp,
  version: Version,
  updated_by: z.nullable(z.string()),
  updated_at: Timestamp,
})
export type Autopilot = z.output<typeof Autopilot>

/** Settings of an autopilot, without its list. */
export const AutopilotSettings = {
  name: z.optional(text(200)).check(z.describe('Default: the list’s name')),
  every,
  at,
  weekday,
  month_day,
  time_zone,
  cap: z._default(Cap, null).check(z.describe('Maximum new leads per run')),
  month_cap: z._default(Cap, null).check(z.describe('Maximum new leads per month in the time zone')),
  only_new: z
    ._default(z.boolean(), true)
    .check(z.describe('Leaves out leads of any list and exported ones; false: only those of this list')),
  empty_limit: z
    ._default(z.int().check(z.minimum(1), z.maximum(100)), EMPTY_RUNS)
    .check(z.describe('Pauses after this many runs in a row without a new lead')),
  steps: z._default(z.array(AutopilotStep).check(z.maxLength(MAX_STEPS)), []),
}

const api = defineArea({ tag: 'Autopilot', access: { module: 'leads' }, scope: 'write' })
const autopilotReply = z.object({ data: Autopilot, message: z.optional(z.string()) })

export const autopilots = api.get('/api/autopilots', {
  name: 'autopilots.index',
  reads: ['autopilots', 'runs'],
  summary: 'Autopilots of the account',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    state: z.optional(z.enum(['active', 'paused'])),
    list_id: z.optional(IdParam),
  }),
  reply: page(Autopilot),
  cli: {
    name: 'autopilot list',
    summary: 'Autopilots with their state, next and last run',
    limit: 'all',
    columns: {
      '>ID': 'id',
      STATE: '{state}[ ({pause_reason})]',
      EVERY: 'every',
      'NEXT (UTC)': 'next_runs.0|minute',
      LAST: 'last_run.state',
      '>LEADS': "last_run.leads|number ?? '0'",
      NAME: 'name',
    },
    empty: 'No autopilots',
  },
})

export const showAutopilot = api.get('/api/autopilots/{id}', {
  name: 'autopilots.show',
  reads: ['autopilots', 'runs'],
  summary: 'One autopilot with its next five runs',
  reply: z.object({ data: Autopilot }),
})

export const autopilotRuns = api.get('/api/autopilots/{id}/runs', {
  name: 'autopilots.runs',
  reads: ['autopilots', 'runs'],
  summary: 'Past runs of an autopilot, newest first',
  query: z.strictObject(pageQuery),
  reply: page(AutopilotRun),
})

export const createAutopilot = api.create('/api/autopilots', {
  name: 'autopilots.create',
  scope: 'spend',
  changes: ['autopilots'],
  audit: 'autopilot.created',
  summary: 'Schedule the search of a list',
  description:
    'A local time skipped by a clock change moves to the next valid moment, one that occurs twice means the first; an hourly autopilot runs every hour. One run makes up for missed slots.',
  idempotent: true,
  body: z.strictObject({ list_id: Id, ...AutopilotSettings }),
  reply: autopilotReply,
  errors: ['not_found', 'conflict'],
})

export const changeAutopilot = api.put('/api/autopilots/{id}', {
  name: 'autopilots.change',
  scope: 'spend',
  changes: ['autopilots'],
  audit: 'autopilot.changed',
  summary: 'Change an autopilot; an active run isn’t affected',
  body: z.strictObject({ ...AutopilotSettings, version: Version }),
  reply: autopilotReply,
  errors: ['edit_conflict'],
})

export const runAutopilot = api.create('/api/autopilots/{id}/run', {
  name: 'autopilots.run',
  scope: 'spend',
  changes: ['autopilots', 'lists', 'runs', 'wallet'],
  audit: 'autopilot.run',
  summary: 'Run an autopilot now, even while it is paused',
  idempotent: true,
  reply: z.object({ data: AutopilotRun, message: z.string() }),
  errors: ['conflict', 'insufficient_credits', 'source_failed'],
  cli: {
    name: 'autopilot run',
    summary: 'Run an autopilot now, in addition to its schedule',
    notes: ['The search starts right away and its steps follow. leadwright runs shows the progress.'],
    text: ['Started: its search is run {search_run_id}'],
    json: ['autopilot_run_id=id', 'run_id=search_run_id', 'state'],
  },
})

export const pauseAutopilot = api.post('/api/autopilots/{id}/pause', {
  name: 'autopilots.pause',
  changes: ['autopilots'],
  idempotent: true,
  audit: 'autopilot.paused',
  summary: 'Pause an autopilot; an active run continues',
  reply: autopilotReply,
  cli: {
    name: 'autopilot pause',
    summary: 'Pause an autopilot; a run in progress continues',
    text: ['Paused[: it runs at {next_runs.0|minute} UTC]'],
  },
})

export const resumeAutopilot = api.post('/api/autopilots/{id}/resume', {
  name: 'autopilots.resume',
  scope: 'spend',
  changes: ['autopilots'],
  idempotent: true,
  audit: 'autopilot.resumed',
  summary: 'Resume a paused autopilot with its next run',
  reply: autopilotReply,
  errors: ['conflict'],
  cli: { name: 'autopilot resume', text: ['Resumed[: it runs at {next_runs.0|minute} UTC]'] },
})

export const duplicateAutopilot = api.create('/api/autopilots/{id}/duplicate', {
  name: 'autopilots.duplicate',
  changes: ['autopilots'],
  audit: 'autopilot.created',
  summary: 'Copy an autopilot; the copy is paused',
  idempotent: true,
  reply: autopilotReply,
  errors: ['conflict'],
})

export const deleteAutopilot = api.delete('/api/autopilots/{id}', {
  name: 'autopilots.delete',
  changes: ['autopilots'],
  audit: 'autopilot.deleted',
  summary: 'Delete an autopilot; it can be restored for 30 days',
  reply: Done,
})

export const restoreAutopilot = api.post('/api/autopilots/{id}/restore', {
  name: 'autopilots.restore',
  changes: ['autopilots'],
  idempotent: true,
  audit: 'autopilot.restored',
  summary: 'Restore a deleted autopilot',
  reply: autopilotReply,
  errors: ['conflict'],
})

export const nextAutopilotRuns = api.post('/api/autopilots/next', {
  name: 'autopilots.next',
  scope: 'read',
  changesNothing: true,
  summary: 'Preview the next five slots of a schedule',
  body: z.strictObject({ every, at, weekday, month_day, time_zone }),
  reply: z.object({ data: z.object({ time_zone: z.string(), next_runs: z.array(Timestamp) }) }),
})

const Span = z.object({ expected: z.int(), max: z.int() })

export const tryAutopilot = api.post('/api/autopilots/dry-run', {
  name: 'autopilots.try',
  scope: 'read',
  changesNothing: true,
  summary: 'Estimate of the results and cost of one run, without running it',
  body: z.strictObject({
    list_id: Id,
    cap: AutopilotSettings.cap,
    only_new: AutopilotSettings.only_new,
    steps: AutopilotSettings.steps,
  }),
  reply: z.object({
    data: z.object({
      matched: z.int(),
      already_in_lists: z.int(),
      leads: Span.check(z.describe('New leads')),
      search_credits: Span,
      steps: z.array(z.object({ step: z.enum(AUTOPILOT_STEP_NAMES), leads: z.int(), credits: Span })),
      credits: Span.check(z.describe('Of the search and all steps')),
      available: z.int(),
      is_exhausted: z.boolean().check(z.describe('Every match is already there')),
    }),
  }),
  errors: ['not_found', 'conflict', 'source_failed'],
})
