import * as z from 'zod/mini'
import { dataReply } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import type { ApiScope } from '../core/scopes.ts'

/** Scopes that apps of agents can get: administration is for keys that a person makes. */
export const APP_SCOPES = ['read', 'write', 'spend', 'export'] as const satisfies readonly ApiScope[]
export type AppScope = (typeof APP_SCOPES)[number]

/** An app's own request, as the address of its consent page carries it: the query in base64url. */
const Request = z
  .string()
  .check(z.minLength(1), z.maxLength(12_000), z.describe('The value of `request` in the page’s address'))

/** What an app asks a person for. */
export const AppRequest = z.object({
  name: z.string().check(z.describe('As the app calls itself. Nobody has checked it')),
  app_host: z.string().check(z.describe('Where the app gets the answer: a host, or the scheme of an app')),
  trust: z
    .enum(['known', 'device', 'unknown'])
    .check(
      z.describe(
        '`known`: the host belongs to a known vendor. `device`: the answer goes to a program on the person’s device',
      ),
    ),
  scopes: z.array(z.enum(APP_SCOPES)),
  needs_password: z.boolean().check(z.describe('The sign-in is too long ago to count as proof')),
  problem: z.nullable(z.string().check(z.describe('Why the request can’t be granted'))),
  cancel_url: z.string().check(z.describe('Leads back to the app, without access')),
})
export type AppRequest = z.output<typeof AppRequest>

const api = defineArea({ tag: 'API keys', access: {} })

export const checkAppRequest = api.post('/api/app-requests/check', {
  name: 'appRequests.check',
  acting: 'never',
  changesNothing: true,
  summary: 'What an app asks for that wants to be connected',
  description: 'For the consent page. A client ID that is an address is read from there.',
  body: z.strictObject({ request: Request }),
  reply: dataReply(AppRequest),
  errors: ['forbidden', 'rate_limited'],
})

export const approveAppRequest = api.create('/api/app-requests', {
  name: 'appRequests.approve',
  acting: 'never',
  changes: ['api_keys'],
  idempotent: 'sealed',
  audit: 'api_key.created',
  summary: 'Connect an app that asks for access',
  description:
    'Open `redirect_to`: it carries a code that the app exchanges once, within a minute. The app then acts as the person within the scopes, as an API key does, but only at /mcp.',
  body: z.strictObject({
    request: Request,
    scopes: z.array(z.enum(APP_SCOPES)).check(z.minLength(1), z.maxLength(APP_SCOPES.length)),
    daily_credits: z
      .nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))
      .check(z.describe('Credits that its runs may cost a day; required with the scope `spend`')),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  }),
  reply: dataReply(z.object({ redirect_to: z.string() })),
  errors: ['forbidden', 'conflict', 'rate_limited'],
})
