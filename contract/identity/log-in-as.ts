import * as z from 'zod/mini'
import { Done, dataReply, Id, Timestamp, text } from '../core/common.ts'
import { defineArea } from '../core/define-area.ts'

/** `read` refuses all changes, costs and messages; `write` allows what the person may do. */
export const ACTING_MODES = ['read', 'write'] as const
/** Minutes after which an acting session ends; never extended. */
export const ACTING_MINUTES = 60
/** Minutes after sign-in within which no second code is needed. */
export const RECENT_FACTOR_MINUTES = 15

const Person = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  account: z.object({ id: Id, name: z.string() }),
  owner: z.boolean().check(z.describe('Whether the person owns the account')),
  allowed: z.boolean().check(z.describe('False if the person has disabled it')),
})

const Authorisation = z.object({ token: z.string(), type: z.literal('bearer'), expires_at: Timestamp })
const api = defineArea({ tag: 'Log in as', access: {} })

export const peopleToActAs = api.get('/api/log-in-as/people', {
  name: 'logInAs.people',
  access: { can: 'log_in_as' },
  reads: ['team', 'resellers'],
  summary: 'People the caller may log in as',
  description:
    'Resellers find members of the accounts below theirs, support staff everyone but staff. At most 20, owners first.',
  query: z.strictObject({
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    account_id: z.optional(z.coerce.number().check(z.int(), z.positive())),
  }),
  reply: dataReply(z.array(Person)),
})
export type PersonToActAs = z.output<typeof Person>

export const startActing = api.create('/api/log-in-as', {
  name: 'logInAs.start',
  access: { can: 'log_in_as' },
  acting: 'never',
  audit: 'acting.started',
  summary: 'Log in as another person, read-only, for at most 60 minutes',
  description:
    'Both accounts’ audit logs record it, and the person gets a notification. `code` is required when the caller has ' +
    'two-factor authentication and signed in more than 15 minutes ago.',
  body: z.strictObject({
    user_id: Id,
    reason: text(500).check(z.minLength(5)),
    code: z.optional(text(40)),
  }),
  reply: dataReply(Authorisation),
  errors: ['forbidden', 'not_found', 'invalid_code', 'rate_limited', 'conflict'],
})

export const setActingMode = api.post('/api/log-in-as/mode', {
  name: 'logInAs.mode',
  acting: 'always',
  whileLocked: true,
  changes: ['me'],
  audit: 'acting.mode_changed',
  summary: 'Allow or stop changes while logged in as someone else',
  description: 'Allowing changes sends the person an email.',
  body: z.strictObject({ mode: z.enum(ACTING_MODES) }),
  reply: Done,
  errors: ['conflict'],
})

export const endActing = api.post('/api/log-in-as/end', {
  name: 'logInAs.end',
  acting: 'never',
  whileClosed: true,
  audit: 'acting.ended',
  summary: 'End the sessions in which the caller is logged in as others',
  description:
    'Call it with your own token, which stays valid. Those started from another session of yours go on.',
  reply: Done,
  errors: ['rate_limited'],
})

/** A past login as the caller. */
export const ActingVisit = z.object({
  id: Id,
  actor_name: z.string(),
  reason: z.string(),
  mode: z.enum(ACTING_MODES).check(z.describe('`write` if changes were allowed at any time')),
  started_at: Timestamp,
  ends_at: Timestamp,
  ended_at: z.nullable(Timestamp).check(z.describe('Null while it is active')),
})
export type ActingVisit = z.output<typeof ActingVisit>

export const actingVisits = api.get('/api/log-in-as/visits', {
  name: 'logInAs.visits',
  whileLocked: true,
  reads: ['sessions', 'me'],
  summary: 'Who was logged in as the caller, newest first; at most 50',
  reply: dataReply(z.object({ allowed: z.boolean(), visits: z.array(ActingVisit) })),
})

export const allowActing = api.put('/api/log-in-as/allowed', {
  name: 'logInAs.allow',
  acting: 'never',
  whileLocked: true,
  changes: ['sessions', 'me'],
  audit: 'acting.permission_changed',
  summary: 'Allow or forbid others to log in as the caller',
  description: 'Forbidding it ends current sessions of others as the caller.',
  body: z.strictObject({ allowed: z.boolean() }),
  reply: Done,
})
