import * as z from 'zod/mini'
import { Done, dataReply, Id, Timestamp } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'
import { personName } from '../core/person-name.ts'
import { API_SCOPES } from '../core/scopes.ts'

/** A signed-in device. `current` is the caller's own. */
export const Session = z.object({
  id: Id,
  current: z.boolean(),
  ip: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  device: z.string().check(z.describe('Browser and system as text, from the user agent')),
  created_at: Timestamp,
  last_active_at: Timestamp,
  expires_at: Timestamp,
})
export type Session = z.output<typeof Session>

const api = defineArea({ tag: 'Account', access: {} })

export const sessions = api.get('/api/sessions', {
  name: 'sessions.index',
  whileLocked: true,
  reads: ['sessions'],
  summary: 'Sessions of the person, latest first',
  reply: z.object({ data: z.array(Session) }),
})

export const revokeSession = api.delete('/api/sessions/{id}', {
  name: 'sessions.revoke',
  acting: 'never',
  whileLocked: true,
  changes: ['sessions'],
  audit: 'session.ended',
  summary: 'End one of your sessions',
  reply: Done,
})

export const revokeOtherSessions = api.post('/api/sessions/revoke-others', {
  name: 'sessions.revokeOthers',
  acting: 'never',
  whileLocked: true,
  changes: ['sessions'],
  audit: 'session.others_ended',
  summary: 'End all your other sessions',
  reply: z.object({ success: z.literal(true), count: z.int(), message: z.string() }),
})

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  hint: z.string().check(z.describe('First characters of the key, to recognize it')),
  app_host: z
    .nullable(z.string())
    .check(z.describe('Where an app that you connected gets its answers; null for a key that you made')),
  scopes: z.array(z.enum(API_SCOPES)),
  daily_credits: z
    .nullable(z.int())
    .check(z.describe('Daily credit limit of runs started with the key; null without a limit')),
  calls_per_minute: z
    .nullable(z.int())
    .check(z.describe('Calls a minute; null: as many as the package allows')),
  created_at: Timestamp,
  last_used_at: z.nullable(Timestamp),
  expires_at: z.nullable(Timestamp),
})
export type ApiKey = z.output<typeof ApiKey>

export const apiKeys = api.get('/api/api-keys', {
  name: 'apiKeys.index',
  tag: 'API keys',
  reads: ['api_keys'],
  summary: 'Your valid API keys and connected apps, newest first',
  reply: z.object({ data: z.array(ApiKey) }),
  cli: {
    name: 'keys list',
    columns: {
      '>ID': 'id',
      KEY: '{hint}…',
      SCOPES: 'scopes|words',
      '>CREDITS/DAY': 'daily_credits|number',
      USED: 'last_used_at|minute',
      EXPIRES: 'expires_at|day',
      NAME: 'name',
    },
    empty: 'No API keys',
  },
})

export const createApiKey = api.create('/api/api-keys', {
  name: 'apiKeys.create',
  acting: 'never',
  tag: 'API keys',
  changes: ['api_keys'],
  idempotent: 'sealed',
  audit: 'api_key.created',
  summary: 'Create an API key',
  description:
    'The key is returned only once. It acts as its owner within its scopes, on the site where it was created.',
  body: z.strictObject({
    name: personName(100),
    scopes: z.array(z.enum(API_SCOPES)).check(z.minLength(1), z.maxLength(API_SCOPES.length)),
    expires_in_days: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(3650))), null),
    daily_credits: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000))), null),
    calls_per_minute: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000))), null),
    password: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
  }),
  reply: dataReply(z.extend(ApiKey, { key: z.string() })),
  errors: ['forbidden', 'conflict', 'rate_limited'],
  cli: {
    name: 'keys create',
    summary: 'Create an API key and print it (only once)',
    options: {
      name: { value: 'NAME', help: 'What it is for' },
      scopes: 'What it may do: {choices}',
      days: { field: 'expires_in_days', help: 'Days until it expires; never by default' },
      'daily-credits': 'Credits that its runs may cost a day',
      'calls-per-minute': 'Calls a minute; as many as the package allows by default',
      password: { value: 'P', help: 'Your password, if the server asks for it' },
    },
    text: ['{key}', 'Save it now: it is not shown again'],
    examples: ['leadwright keys create --name Import --scopes read,write --days 90'],
  },
})

export const revokeApiKey = api.delete('/api/api-keys/{id}', {
  name: 'apiKeys.revoke',
  acting: 'never',
  tag: 'API keys',
  changes: ['api_keys'],
  audit: 'api_key.revoked',
  summary: 'Revoke one of your API keys, or disconnect an app',
  reply: Done,
  cli: {
    name: 'keys revoke',
    text: ['API key {input.id} revoked'],
    json: ['id=input.id'],
  },
})
