import * as z from 'zod/mini'
import { dataReply, Id, IdParam, page, pageQuery, Timestamp, text } from '../core/common.ts'
import { MODULES, ROLES, STAFF_ROLES } from '../core/constants.ts'
import { defineArea } from '../core/define-area.ts'
import { Email, NewPassword } from '../identity/auth.ts'
import { Session } from '../identity/sessions.ts'

const api = defineArea({ tag: 'Users', access: { can: 'administer' }, scope: 'admin' })

/** `deleted`: scheduled for deletion, alone or with the account, and restorable until then. */
export const USER_STATES = ['active', 'suspended', 'deleted'] as const
export type UserState = (typeof USER_STATES)[number]

const Account = z.object({ id: Id, name: z.string() })

/** A user of any account, as administrators see them. */
export const AdminUser = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  staff_role: z.nullable(z.enum(STAFF_ROLES)),
  isMainUser: z.boolean().check(z.describe('Whether the person owns the account')),
  accessToWallet: z.boolean(),
  modules: z.array(z.enum(MODULES)).check(z.describe('Modules that the person can use')),
  granted_modules: z.nullable(z.array(z.enum(MODULES))).check(z.describe('Null: all of the account’s')),
  state: z.enum(USER_STATES),
  delete_at: z.nullable(Timestamp).check(z.describe('When a deleted person is removed for good')),
  account: Account,
  reseller: z.nullable(Account).check(z.describe('Parent account, except the platform’s own')),
  credits: z.int().check(z.describe('Available credits of the account')),
  second_factor: z.boolean(),
  last_sign_in_at: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type AdminUser = z.output<typeof AdminUser>

const Can = z
  .object({
    edit: z.boolean(),
    change_role: z.boolean(),
    suspend: z
      .boolean()
      .check(z.describe('Or reactivate; ending sessions and resetting the second factor too')),
    delete: z.boolean().check(z.describe('Or restore')),
  })
  .check(z.describe('What you may do with this person'))

export const AdminUserDetails = z.extend(AdminUser, {
  support_open_ai_api_key: z.boolean().check(z.describe('Of the account: its AI texts use the parent’s key')),
  account_modules: z.array(z.enum(MODULES)),
  package: z.nullable(z.string()),
  only_owner: z.boolean().check(z.describe('Deleting this person closes the account')),
  balance: z.object({ available: z.int(), reserved: z.int(), spent: z.int() }),
  sessions: z.array(Session),
  can: Can,
})
export type AdminUserDetails = z.output<typeof AdminUserDetails>

const Saved = z.object({ data: AdminUserDetails, message: z.string() })

export const adminUsers = api.get('/api/admin/users', {
  access: { can: 'see_admin' },
  name: 'users.index',
  reads: ['users', 'team', 'wallet'],
  summary: 'People of all accounts, newest first',
  description:
    '`search` matches a part of a name, an email, its domain or the account’s name; digits also match an id.',
  query: z.strictObject({
    ...pageQuery,
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    role: z.optional(z.enum(ROLES)),
    state: z.optional(z.enum(USER_STATES)),
    account_id: z.optional(IdParam),
  }),
  reply: page(AdminUser),
  cli: {
    name: 'users list',
    options: {
      search: 'Part of a name, an email, its domain or the account’s name',
      role: { value: 'user', help: 'Only this role' },
      state: { value: 'active', help: 'Only this state' },
      account: { field: 'account_id', help: 'Only people of this account' },
    },
    notes: ['For administrators.'],
    examples: ['leadwright users list --search fox.example --state active --json'],
    columns: {
      '>ID': 'id',
      STATE: 'state',
      ROLE: 'role',
      '>CREDITS': 'credits|number',
      'LAST SIGN-IN': "last_sign_in_at|day ?? 'never'",
      EMAIL: 'email',
      ACCOUNT: 'account.name',
    },
  },
})

export const adminUser = api.get('/api/admin/users/{id}', {
  access: { can: 'see_admin' },
  name: 'users.show',
  reads: ['users', 'team', 'wallet', 'sessions', 'runs'],
  summary: 'One person with account, credits and sessions',
  reply: dataReply(AdminUserDetails),
  cli: {
    name: 'users show',
    notes: ['For administrators.'],
    text: [
      '{data|person}, {email}',
      '{role}, {state}[ until {delete_at|day}]',
      "Account {account.id} {account.name}, {package ?? 'no package'}",
      '{balance.available|number} credits available, {balance.spent|number} spent',
      "Two-factor {second_factor?on ?? 'off'}, {sessions.length} sessions",
    ],
  },
})

const Name = z.string().check(z.trim(), z.maxLength(100))
const GrantedModules = z.nullable(z.array(z.enum(MODULES)).check(z.maxLength(MODULES.length)))
const RoleField = z
  .enum(ROLES)
  .check(z.describe('`user` owns the account, `related` is a member, `admin` is staff of the platform'))

export const createUser = api.create('/api/admin/users', {
  name: 'users.create',
  idempotent: true,
  changes: ['users', 'team', 'subscriptions'],
  audit: 'user.created',
  summary: 'Add a person with a password',
  description:
    'A `user` without `account_id` gets a new account on `package_id`, or else on the sign-up plan. ' +
    'A `related` needs an `account_id`; an `admin` joins the platform’s own account.',
  body: z.strictObject({
    first_name: Name.check(z.minLength(1)),
    last_name: z._default(Name, ''),
    email: Email,
    password: NewPassword,
    role: z._default(RoleField, 'user'),
    isMainUser: z.optional(z.boolean()).check(z.describe('Follows from the role; refused where it differs')),
    staff_role: z.optional(z.enum(STAFF_ROLES)).check(z.describe('Of an admin; `support` without it')),
    accessToWallet: z._default(z.boolean(), false),
    modules: z._default(GrantedModules, null).check(z.describe('Null: all of the account’s')),
    support_open_ai_api_key: z.optional(z.boolean()),
    account_id: z.optional(Id),
    company: z
      .optional(z.string().check(z.trim(), z.maxLength(200)))
      .check(z.describe('Name of a new account')),
    package_id: z.optional(Id),
  }),
  reply: Saved,
  errors: ['not_found', 'conflict'],
})

export const updateUser = api.put('/api/admin/users/{id}', {
  name: 'users.update',
  changes: ['users', 'team', 'me', 'sessions'],
  audit: 'user.changed',
  summary: 'Update a user; omitted fields stay the same',
  description:
    'A new password ends every session and API key of the person, who is notified by email. A new email is ' +
    'announced at the old address.',
  body: z.strictObject({
    first_name: z.optional(Name.check(z.minLength(1))),
    last_name: z.optional(Name),
    email: z.optional(Email),
    password: z.optional(NewPassword),
    role: z.optional(RoleField),
    staff_role: z.optional(z.enum(STAFF_ROLES)),
    isMainUser: z.optional(z.boolean()),
    accessToWallet: z.optional(z.boolean()),
    modules: z.optional(GrantedModules),
    support_open_ai_api_key: z.optional(z.boolean()),
  }),
  reply: Saved,
  errors: ['conflict', 'forbidden'],
})

const Reason = text(500).check(z.describe('Kept in the audit log of both accounts'))
const action = <Name extends string>(name: Name) =>
  z.strictObject({ action: z.literal(name), reason: Reason })
export const USER_ACTIONS = ['suspend', 'reactivate', 'end_sessions', 'reset_second_factor'] as const
export type UserAction = (typeof USER_ACTIONS)[number]

const reasonOption = { reason: { value: 'R', help: 'Reason, kept in the audit log' } }
const actionCommand = (name: UserAction, summary: string) => ({
  name: `users ${name.replaceAll('_', '-')}`,
  summary,
  options: reasonOption,
  set: { action: name },
  notes: ['For owners of the installation and support staff.'],
  text: ['{message}: {email}'],
  json: ['id', 'state'],
})

export const actOnUser = api.post('/api/admin/users/{id}/actions', {
  name: 'users.act',
  access: { can: 'support_users' },
  changes: ['users', 'team', 'sessions', 'second_factor'],
  idempotent: true,
  audit: 'user.changed',
  summary: 'Suspend or reactivate a person, end their sessions, or turn off their two-factor authentication',
  body: z.discriminatedUnion('action', [
    action('suspend'),
    action('reactivate'),
    action('end_sessions'),
    action('reset_second_factor'),
  ]),
  reply: Saved,
  errors: ['conflict', 'forbidden'],
  cli: [
    actionCommand('suspend', 'Sign a person out and keep them out'),
    actionCommand('reactivate', 'Let a suspended person sign in again'),
    actionCommand('end_sessions', 'Sign a person out everywhere'),
    actionCommand('reset_second_factor', 'Turn off two-factor authentication of a person'),
  ],
})

export const deleteUser = api.post('/api/admin/users/{id}/delete', {
  name: 'users.delete',
  changes: ['users', 'team', 'subscriptions', 'sessions'],
  idempotent: true,
  audit: 'user.deleted',
  summary: 'Delete a person; deleting the only owner closes the account',
  description:
    'They are signed out at once and can be restored for 30 days. After that a member’s lists go to the owner, and a ' +
    'closed account is deleted with everything in it.',
  body: z.strictObject({ reason: Reason }),
  reply: Saved,
  errors: ['conflict', 'forbidden'],
  cli: {
    name: 'users delete',
    options: reasonOption,
    notes: ['For owners of the installation. They can be restored for 30 days.'],
    text: ['{message}: {email}'],
    json: ['id', 'state', 'delete_at'],
  },
})

export const restoreUser = api.post('/api/admin/users/{id}/restore', {
  name: 'users.restore',
  changes: ['users', 'team', 'subscriptions'],
  idempotent: true,
  audit: 'user.restored',
  summary: 'Restore a deleted person, with the account if it was closed',
  reply: Saved,
  errors: ['conflict'],
  cli: {
    name: 'users restore',
    notes: ['For owners of the installation.'],
    text: ['{message}: {email}'],
    json: ['id', 'state'],
  },
})
