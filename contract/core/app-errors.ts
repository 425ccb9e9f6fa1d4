import * as z from 'zod/mini'
import { dataReply, Id, page, pageQuery, Timestamp } from './common.ts'
import { defineArea } from './define-area.ts'

export const APP_ERROR_STATES = ['open', 'solved'] as const
export const APP_ERROR_SOURCES = ['browser', 'server'] as const
export type AppErrorSource = (typeof APP_ERROR_SOURCES)[number]

/** Days for which errors are kept after their last occurrence. */
export const APP_ERROR_DAYS = 90
/** Number of newest samples kept per error. */
export const APP_ERROR_SAMPLES = 20
/** Maximum occurrences counted per error and hour; more are dropped. */
export const APP_ERRORS_PER_HOUR = 1000

/** One error: all occurrences with the same key. */
export const AppErrorGroup = z.object({
  id: Id,
  key: z.string().check(z.describe('Version of the grouping rules and a hash, such as `v1:3xJ…`')),
  source: z.enum(APP_ERROR_SOURCES),
  title: z.string(),
  state: z.enum(APP_ERROR_STATES),
  occurrences: z.int().check(z.describe(`At most ${APP_ERRORS_PER_HOUR} an hour are counted`)),
  last_24_hours: z.int(),
  first_seen_at: Timestamp,
  last_seen_at: Timestamp,
  first_release: z.nullable(z.string()),
  release: z.nullable(z.string()).check(z.describe('Latest release with an occurrence')),
  solved_at: z.nullable(Timestamp),
  solved_by: z.nullable(z.string()),
  solved_release: z.nullable(z.string()),
  reopened_at: z
    .nullable(Timestamp)
    .check(z.describe('When it recurred in a later release than the one that solved it')),
})
export type AppErrorGroup = z.output<typeof AppErrorGroup>

/** One occurrence, with recognizable personal data removed. */
export const AppErrorSample = z.object({
  id: Id,
  at: Timestamp,
  message: z.string(),
  stack: z.nullable(z.string()),
  info: z.nullable(z.string()),
  release: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  account_id: z.nullable(Id),
  user_id: z.nullable(Id),
})
export type AppErrorSample = z.output<typeof AppErrorSample>

export const AppErrorDetail = z.extend(AppErrorGroup, {
  hours: z
    .array(z.object({ hour: Timestamp, occurrences: z.int() }))
    .check(z.describe('Hours of the last seven days with occurrences, oldest first')),
  samples: z.array(AppErrorSample),
})

const api = defineArea({ tag: 'App errors', access: { can: 'see_admin' }, scope: 'admin' })

export const appErrors = api.get('/api/admin/errors', {
  name: 'appErrors.index',
  reads: ['app_errors'],
  summary: 'Errors of the web application and the server, grouped, most recent first',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    state: z.optional(z.enum(APP_ERROR_STATES)),
    source: z.optional(z.enum(APP_ERROR_SOURCES)),
  }),
  reply: page(AppErrorGroup),
  cli: {
    name: 'errors list',
    summary: 'Errors of the web application and the server, most recent first',
    options: {
      state: { value: 'open', help: 'One of {choices}' },
      source: { value: 'server', help: 'One of {choices}' },
      search: { value: 'WORDS', help: 'Only errors with these words in the message' },
    },
    limit: 50,
    examples: ['leadwright errors list --state open --json'],
    columns: {
      '>ID': 'id',
      '>DAY': 'last_24_hours|number',
      '>ALL': 'occurrences|number',
      STATE: 'state',
      SOURCE: 'source',
      'LAST SEEN': 'last_seen_at',
      ERROR: 'title',
    },
  },
})

export const appError = api.get('/api/admin/errors/{id}', {
  name: 'appErrors.show',
  reads: ['app_errors'],
  summary: 'One error with its hourly counts and newest samples',
  reply: dataReply(AppErrorDetail),
  cli: {
    name: 'errors show',
    summary: 'An error with its hourly counts and newest samples',
    text: [
      '{title}',
      '{state}, {occurrences|number} since {first_seen_at}, last {last_seen_at}',
      '{samples.0.stack}',
    ],
  },
})

export const solveAppError = api.post('/api/admin/errors/{id}/solve', {
  name: 'appErrors.solve',
  access: { can: 'administer' },
  changes: ['app_errors'],
  idempotent: true,
  audit: 'app_error.solved',
  summary: 'Mark an error as solved in the current release',
  description: 'It reopens automatically when a later release reports it.',
  reply: z.object({ data: AppErrorGroup, message: z.string() }),
  cli: {
    name: 'errors solve',
    summary: 'Mark an error as solved in the current release; it reopens if a later one reports it',
    text: ['{message}: {title}'],
  },
})

export const reopenAppError = api.post('/api/admin/errors/{id}/reopen', {
  name: 'appErrors.reopen',
  access: { can: 'administer' },
  changes: ['app_errors'],
  idempotent: true,
  audit: 'app_error.reopened',
  summary: 'Open a solved error again',
  reply: z.object({ data: AppErrorGroup, message: z.string() }),
  cli: { name: 'errors reopen', text: ['{message}: {title}'] },
})
