import * as z from 'zod/mini'
import { Id } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

export const health = defineEndpoint({
  name: 'system.health',
  method: 'GET',
  path: '/healthz',
  access: 'public',
  tag: 'System',
  summary: 'The process is alive',
  reply: z.object({ status: z.literal('ok') }),
})

export const ready = defineEndpoint({
  name: 'system.ready',
  method: 'GET',
  path: '/readyz',
  access: 'public',
  tag: 'System',
  summary: 'The process is ready: database, migrations and background loops',
  reply: z.object({ status: z.literal('ready') }),
  errors: ['unavailable'],
})

export const openapi = defineEndpoint({
  name: 'system.openapi',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  tag: 'System',
  summary: 'This API as an OpenAPI 3.1 document',
  reply: z.looseObject({ openapi: z.string() }),
})

export const listTypes = defineEndpoint({
  name: 'listTypes.index',
  method: 'GET',
  path: '/api/campaign-types',
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

export const logAppError = defineEndpoint({
  name: 'telemetry.logAppError',
  method: 'POST',
  path: '/api/log-app-error',
  access: 'public',
  tag: 'System',
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
