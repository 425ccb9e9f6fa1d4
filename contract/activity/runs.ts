import * as z from 'zod/mini'
import { Id, IdParam, page, pageQuery, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { RUN_DEFINITIONS, RUN_KINDS } from './run-kinds/index.ts'

export const RUN_STATES = ['queued', 'running', 'succeeded', 'cancelled', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]
export const FINAL_RUN_STATES = ['succeeded', 'cancelled', 'failed'] as const

const labeledCounts = Object.values(RUN_DEFINITIONS)
  .map(({ kind, counts }) => `${kind}: ${Object.keys(counts).join(', ')}`)
  .join('; ')

/** A long or paid piece of work with its progress and settled cost. */
export const Run = z.object({
  id: Id,
  kind: z.enum(RUN_KINDS),
  state: z.enum(RUN_STATES),
  title: z.string(),
  list_id: z.nullable(Id),
  list_type: z.nullable(z.string()),
  total: z.nullable(z.int()).check(z.describe('Expected units; null while unknown')),
  done: z.int().check(z.describe('Units processed so far')),
  counts: z.record(z.string(), z.int()).check(z.describe(`Numbers by kind of run. ${labeledCounts}`)),
  cost: z.int().check(z.describe('Credits charged so far')),
  reserved: z.int().check(z.describe('Credits still reserved')),
  cancel_requested: z.boolean(),
  file: z
    .nullable(z.object({ bytes: z.int(), expires_at: Timestamp }))
    .check(z.describe('The file of an export while it can be downloaded again; null without one')),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  created_by: z.nullable(z.string()),
  acted_by: z
    .nullable(z.string())
    .check(z.describe('Email of the user logged in as `created_by`; null without one')),
  created_at: Timestamp,
  started_at: z.nullable(Timestamp),
  finished_at: z.nullable(Timestamp),
})
export type Run = z.output<typeof Run>

const api = defineArea({ tag: 'Runs', access: { can: 'see_work' }, scope: 'write' })

export const runs = api.get('/api/runs', {
  name: 'runs.index',
  reads: ['runs'],
  summary: 'Runs of the account, newest first',
  query: z.strictObject({
    ...pageQuery,
    list_id: z.optional(IdParam),
    active: z._default(z.stringbool(), false),
  }),
  reply: page(Run),
  cli: {
    name: 'runs',
    options: { active: { is: true, help: 'Only queued and running ones' } },
    columns: {
      '>ID': 'id',
      KIND: 'kind',
      STATE: '|runState',
      '>PROGRESS': '|progress',
      '>COST': 'cost|number',
      TITLE: 'title',
    },
  },
})

export const run = api.get('/api/runs/{id}', {
  name: 'runs.show',
  reads: ['run:{id}'],
  summary: 'One run',
  reply: z.object({ data: Run }),
})

export const cancelRun = api.post('/api/runs/{id}/cancel', {
  name: 'runs.cancel',
  changes: ['runs', 'run:{id}'],
  idempotent: true,
  audit: 'run.cancelled',
  summary: 'Stop a run',
  description:
    'Takes effect within 2 seconds. Delivered leads stay and are paid; the rest of the reservation is released.',
  reply: z.object({ data: Run, message: z.optional(z.string()) }),
  errors: ['conflict'],
})

/** One live event. `hello` opens the stream, `ping` keeps it open. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello') }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('run'), run: Run }),
  z.object({ type: z.literal('wallet') }),
  z.object({ type: z.literal('notification') }),
  z.object({ type: z.literal('list'), list_id: Id }),
  z.object({ type: z.literal('autopilot') }),
  z.object({ type: z.literal('access') }),
])
export type LiveEvent = z.output<typeof LiveEvent>

export const liveEvents = api.get('/api/events', {
  name: 'events.live',
  kind: 'stream',
  access: {},
  whileLocked: true,
  summary: 'Live events of the account, one JSON object per line; members without modules get their own only',
  reply: LiveEvent,
})
