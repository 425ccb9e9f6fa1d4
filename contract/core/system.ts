import * as z from 'zod/mini'
import { Id } from './common.ts'
import { defineArea } from './define-area.ts'

const api = defineArea({ tag: 'System', access: 'public' })

export const health = api.get('/healthz', {
  name: 'system.health',
  summary: 'The process is alive',
  reply: z.object({ status: z.literal('ok') }),
})

export const ready = api.get('/readyz', {
  name: 'system.ready',
  summary: 'The process is ready: database, migrations and background loops',
  reply: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
})

export const openapi = api.get('/api/openapi.json', {
  name: 'system.openapi',
  summary: 'This API as an OpenAPI 3.1 document',
  reply: z.looseObject({ openapi: z.string() }).check(z.describe('A document of the OpenAPI Specification')),
})

export const listTypes = api.get('/api/campaign-types', {
  name: 'listTypes.index',
  access: {},
  scope: 'read',
  tag: 'Lists',
  summary: 'The list types',
  reply: z.object({
    data: z.array(
      z.object({
        id: Id,
        name: z.string(),
        label: z.string(),
        type: z.string(),
        search_code: z.string().check(z.describe('Alternative name of the type in paths and bodies')),
      }),
    ),
  }),
})

export const logAppError = api.post('/api/log-app-error', {
  name: 'telemetry.logAppError',
  changesNothing: true,
  summary: 'Report an uncaught error of the web application',
  body: z.strictObject({
    message: z.string().check(z.maxLength(4000)),
    err: z.optional(z.nullable(z.string().check(z.maxLength(20000)))),
    info: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
    release: z.optional(
      z.string().check(z.maxLength(40), z.describe('Release of the application that failed')),
    ),
    key: z.optional(
      z
        .string()
        .check(
          z.maxLength(200),
          z.describe('Groups reports that belong together even if their stacks differ'),
        ),
    ),
  }),
  reply: z.object({ success: z.literal(true) }),
  errors: ['rate_limited'],
})
