import * as z from 'zod/mini'
import { Done, dataReply, Id, IdParam, Timestamp } from '../core/common.ts'
import { MODULES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { Email } from './auth.ts'

/** Roles that a team can assign: owner (manages the team) and invited member. Never `admin`. */
export const TEAM_ROLES = ['user', 'related'] as const
/** Maximum monthly cap. */
const MAX_CAP = 1_000_000_000

/** Settings of a member. `granted_modules: null` grants all of the account's. */
const rights = {
  role: z.enum(TEAM_ROLES),
  granted_modules: z.nullable(z.array(z.enum(MODULES)).check(z.maxLength(MODULES.length))),
  access_to_wallet: z.boolean(),
  own_lists_only: z
    .boolean()
    .check(
      z.describe('Sees only lists that they created, with their leads, runs and autopilots; never an owner'),
    ),
  monthly_credit_cap: z
    .nullable(z.int().check(z.minimum(0), z.maximum(MAX_CAP)))
    .check(z.describe('Credits that the member may spend in a calendar month; null is no limit')),
}

export const Member = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  ...rights,
  role: z.enum(['admin', ...TEAM_ROLES]),
  state: z.enum(['active', 'suspended']),
  is_me: z.boolean(),
  can: z
    .object({
      edit: z.boolean(),
      change_role: z.boolean(),
      change_limits: z.boolean().check(z.describe('The monthly limit and the modules')),
      suspend: z.boolean().check(z.describe('Or reactivate')),
      remove: z.boolean(),
    })
    .check(z.describe('What you may do with this member')),
  second_factor: z.boolean(),
  spent_this_month: z.int().check(z.describe('Credits spent minus refunds')),
  spent_lately: z.int().check(z.describe('Credits spent in the last 90 days')),
  runs_lately: z.int().check(z.describe('Runs started by the member in the last 90 days')),
  lists: z.int().check(z.describe('Lists that the member has created')),
  created_at: Timestamp,
  last_active_at: z.nullable(Timestamp),
})
export type Member = z.output<typeof Member>

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  first_name: z.string(),
  ...rights,
  invited_by: z.string(),
  state: z.enum(['pending', 'expired']),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type Invitation = z.output<typeof Invitation>

const api = defineArea({ tag: 'Team', access: { can: 'manage_team' } })

export const team = api.get('/api/team', {
  name: 'team.index',
  summary: 'Members of the account and open invitations',
  reads: ['team', 'wallet', 'runs'],
  reply: dataReply(
    z.object({
      members: z.array(Member),
      invitations: z.array(Invitation),
      modules: z.array(z.enum(MODULES)).check(z.describe('Modules that can be granted')),
    }),
  ),
  cli: {
    name: 'members list',
    text: [{ each: 'invitations', line: 'Invited: {email} ({state}, until {expires_at|day})' }],
    rows: 'members',
    columns: {
      '>ID': 'id',
      ROLE: "{role=related?member ?? 'owner'}",
      STATE: 'state',
      '>LISTS': 'lists|number',
      '>SPENT': 'spent_this_month|number',
      '>CAP': 'monthly_credit_cap|number',
      ACTIVE: 'last_active_at|minute',
      EMAIL: 'email',
    },
    json: 'data',
    notes: ['SPENT is what the member spent this month, CAP what the member may spend in a month.'],
  },
})

export const inviteMember = api.create('/api/team/invitations', {
  name: 'team.invite',
  summary: 'Invite a person to the account',
  changes: ['team', 'checklist'],
  idempotent: true,
  audit: 'member.invited',
  description: 'The mailed link is valid for 7 days. Inviting an address again replaces its invitation.',
  body: z.strictObject({
    email: Email,
    first_name: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
    role: z._default(rights.role, 'related'),
    granted_modules: z._default(rights.granted_modules, null),
    access_to_wallet: z._default(rights.access_to_wallet, false),
    own_lists_only: z._default(rights.own_lists_only, false),
    monthly_credit_cap: z._default(rights.monthly_credit_cap, null),
  }),
  reply: z.object({ data: Invitation, message: z.string() }),
  errors: ['conflict', 'rate_limited'],
  cli: {
    name: 'members invite',
    summary: 'Invite a person to the account by email',
    options: {
      email: { value: 'E', help: 'Their email' },
      name: { field: 'first_name', value: 'NAME', help: 'Their first name' },
      role: '{choices}; related by default: a member who does not manage the account',
      modules: { field: 'granted_modules', help: 'Only these: {choices}; all of the account by default' },
      wallet: { field: 'access_to_wallet', help: 'May use the wallet' },
      cap: { field: 'monthly_credit_cap', help: 'Credits that the person may spend in a month' },
    },
    examples: ['leadwright members invite --email ann@example.com --cap 500'],
  },
})

export const resendInvitation = api.post('/api/team/invitations/{id}/resend', {
  name: 'team.resendInvitation',
  summary: 'Send an invitation again, with a new link',
  changes: ['team'],
  idempotent: true,
  audit: 'invitation.sent_again',
  reply: z.object({ data: Invitation, message: z.string() }),
  errors: ['rate_limited'],
})

export const withdrawInvitation = api.delete('/api/team/invitations/{id}', {
  name: 'team.withdrawInvitation',
  summary: 'Withdraw an invitation; its link stops working',
  changes: ['team'],
  audit: 'invitation.withdrawn',
  reply: Done,
})

export const updateMember = api.put('/api/team/{id}', {
  name: 'team.update',
  summary: 'Change role, modules, wallet access, visible lists, credit cap or state of a member',
  changes: ['team'],
  audit: 'member.changed',
  description:
    'Absent fields keep their value. Suspending ends every session and API key use of the member at once. ' +
    'Your own role and state cannot be changed, so an account always keeps an owner.',
  body: z.strictObject({
    role: z.optional(rights.role),
    granted_modules: z.optional(rights.granted_modules),
    access_to_wallet: z.optional(rights.access_to_wallet),
    own_lists_only: z.optional(rights.own_lists_only),
    monthly_credit_cap: z.optional(rights.monthly_credit_cap),
    state: z.optional(z.enum(['active', 'suspended'])),
  }),
  reply: z.object({ data: Member, message: z.string() }),
  errors: ['conflict'],
})

export const removeMember = api.delete('/api/team/{id}', {
  name: 'team.remove',
  summary: 'Remove a member and hand over their lists',
  changes: ['team', 'lists'],
  audit: 'member.removed',
  query: z.strictObject({ hand_over_to: IdParam }),
  reply: z.object({ success: z.literal(true), lists: z.int(), message: z.string() }),
  errors: ['conflict'],
  cli: {
    name: 'members remove',
    options: { 'hand-over-to': 'Id of the member who gets their lists' },
  },
})
