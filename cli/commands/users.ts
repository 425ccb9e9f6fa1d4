import { randomUUID } from 'node:crypto'
import * as api from '#contract/admin/users.ts'
import { MAX_PAGE_SIZE, MODULES, type ModuleSlug, ROLES, STAFF_ROLES } from '#contract/core/constants.ts'
import { type CommandCall, type CommandSpec, defineCommand } from '../arguments/command-spec.ts'
import { flag, list, parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { promptPassword } from '../terminal/password-prompt.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

const nameOf = ({
  first_name,
  last_name,
  email,
}: Pick<api.AdminUser, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email

const COLUMNS = [
  ...right('ID'),
  'STATE',
  'ROLE',
  ...right('CREDITS'),
  'LAST SIGN-IN',
  'EMAIL',
  'ACCOUNT',
] as const

const listCommand = defineCommand({
  name: 'users list',
  summary: 'People of all accounts, newest first',
  options: {
    search: text('TEXT', 'Part of a name, an email, its domain or the account’s name'),
    role: parsed('user', 'Only this role', oneOf(ROLES)),
    state: parsed('active', 'Only this state', oneOf(api.USER_STATES)),
    account: parsed('ID', 'Only people of this account', wholeNumber(1)),
    limit: parsed('N', 'Maximum number (100 by default)', wholeNumber(1)),
  },
  notes: ['For administrators.'],
  examples: ['leadwright users list --search fox.example --state active --json'],
  async run(call) {
    const { search, role, state, account, limit = 100 } = call.values
    const client = await openClient(call)
    const query = {
      ...(search && { search }),
      ...(role && { role }),
      ...(state && { state }),
      ...(account && { account_id: account }),
    }
    const { data, total } = await readPages(limit, MAX_PAGE_SIZE, (page, pageSize) =>
      client.call(api.adminUsers, { query: { page, limit: pageSize, ...query } }),
    )
    const rows = data.map((row) => [
      row.id,
      row.state,
      row.role,
      groupedNumber(row.credits),
      row.last_sign_in_at?.slice(0, 10) ?? 'never',
      row.email,
      row.account.name,
    ])
    call.terminal.result({ data, total }, () => pageText(COLUMNS, rows, total, call.terminal.width))
  },
})

const described = (user: api.AdminUserDetails): string =>
  [
    `${nameOf(user)}, ${user.email}`,
    `${user.role}, ${user.state}${user.delete_at ? ` until ${user.delete_at.slice(0, 10)}` : ''}`,
    `Account ${user.account.id} ${user.account.name}, ${user.package ?? 'no package'}`,
    `${groupedNumber(user.balance.available)} credits available, ${groupedNumber(user.balance.spent)} spent`,
    `Two-factor ${user.second_factor ? 'on' : 'off'}, ${user.sessions.length} sessions`,
  ].join('\n')

const showCommand = defineCommand({
  name: 'users show',
  summary: 'One person with account, credits and sessions',
  positionals: ['ID'],
  notes: ['For administrators.'],
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const { data } = await callServer(call, api.adminUser, { params })
    call.terminal.result(data, () => described(data))
  },
})

async function readNewPassword(terminal: CommandCall<object>['terminal']): Promise<string> {
  if (terminal.input.isTTY) return promptPassword('Password of the new user: ')
  throw usageError('--password P is required')
}

const createCommand = defineCommand({
  name: 'users create',
  summary: 'Add a person who can sign in at once',
  options: {
    email: required(text('EMAIL', 'Email to sign in with')),
    'first-name': required(text('N', 'First name')),
    password: text('P', 'Password to sign in with; a hidden prompt otherwise'),
    'last-name': text('N', 'Last name'),
    role: parsed('user', 'user owns an account, related is a member, admin is staff', oneOf(ROLES)),
    'staff-role': parsed('support', 'Staff role of an admin', oneOf(STAFF_ROLES)),
    account: parsed('ID', 'Account that the person joins', wholeNumber(1)),
    company: text('N', 'Name of a new account'),
    package: parsed('ID', 'Plan of a new account', wholeNumber(1)),
    modules: list('M,M', `Modules: ${MODULES.join(', ')}; all by default`, oneOf(MODULES)),
    wallet: flag('Give a member access to the wallet'),
  },
  notes: ['For owners of the installation.'],
  examples: ['leadwright users create --email ann@fox.example --first-name Ann --company "Fox" --json'],
  async run(call) {
    const password = call.values.password ?? (await readNewPassword(call.terminal))
    const { values } = call
    const body = {
      email: values.email,
      first_name: values['first-name'],
      password,
      ...(values['last-name'] && { last_name: values['last-name'] }),
      ...(values.role && { role: values.role }),
      ...(values['staff-role'] && { staff_role: values['staff-role'] }),
      ...(values.account && { account_id: values.account }),
      ...(values.company && { company: values.company }),
      ...(values.package && { package_id: values.package }),
      ...(values.modules.length > 0 && { modules: values.modules as ModuleSlug[] }),
      ...(values.wallet && { accessToWallet: true }),
    }
    const { data } = await callServer(call, api.createUser, { body }, { key: randomUUID() })
    call.terminal.result(
      { id: data.id, account_id: data.account.id },
      () => `User ${data.id} in account ${data.account.id}`,
    )
  },
})

const reason = { reason: required(text('R', 'Reason, kept in the audit log')) }

const SUMMARIES: Record<api.UserAction, string> = {
  suspend: 'Sign a person out and keep them out',
  reactivate: 'Let a suspended person sign in again',
  end_sessions: 'Sign a person out everywhere',
  reset_second_factor: 'Turn off two-factor authentication of a person',
}

const actionCommands = api.USER_ACTIONS.map((action) =>
  defineCommand({
    name: `users ${action.replaceAll('_', '-')}`,
    summary: SUMMARIES[action],
    positionals: ['ID'],
    options: reason,
    notes: ['For owners of the installation and support staff.'],
    async run(call) {
      const params = { id: idArgument(call.positionals[0]!, 'ID') }
      const { data, message } = await callServer(call, api.actOnUser, {
        params,
        body: { action, reason: call.values.reason },
      })
      call.terminal.result({ id: data.id, state: data.state }, () => `${message}: ${data.email}`)
    },
  }),
)

const deleteCommand = defineCommand({
  name: 'users delete',
  summary: 'Delete a person; deleting the only owner closes the account',
  positionals: ['ID'],
  options: reason,
  notes: ['For owners of the installation. They can be restored for 30 days.'],
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const { data, message } = await callServer(call, api.deleteUser, {
      params,
      body: { reason: call.values.reason },
    })
    const result = { id: data.id, state: data.state, delete_at: data.delete_at }
    call.terminal.result(result, () => `${message}: ${data.email}`)
  },
})

const restoreCommand = defineCommand({
  name: 'users restore',
  summary: 'Restore a deleted person, with the account if it was closed',
  positionals: ['ID'],
  notes: ['For owners of the installation.'],
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const { data, message } = await callServer(call, api.restoreUser, { params })
    call.terminal.result({ id: data.id, state: data.state }, () => `${message}: ${data.email}`)
  },
})

/** `leadwright users …`: manages users of all accounts, for administrators. */
export const USER_COMMANDS: CommandSpec[] = [
  listCommand,
  showCommand,
  createCommand,
  ...actionCommands,
  deleteCommand,
  restoreCommand,
] as CommandSpec[]
