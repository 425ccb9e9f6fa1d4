import { randomUUID } from 'node:crypto'
import * as api from '#contract/admin/users.ts'
import { MODULES, type ModuleSlug, ROLES, STAFF_ROLES } from '#contract/core/constants.ts'
import { type CommandCall, defineCommand } from '../arguments/command-spec.ts'
import { flag, list, parsed, required, text } from '../arguments/option-spec.ts'
import { oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer } from '../http/open-session.ts'
import { promptPassword } from '../terminal/password-prompt.ts'

async function readNewPassword(terminal: CommandCall<object>['terminal']): Promise<string> {
  if (terminal.input.isTTY) return promptPassword('Password of the new user: ')
  throw usageError('--password P is required')
}

/** `leadwright users create`: a person with a password, asked for if it isn’t an option. */
export const usersCreateCommand = defineCommand({
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
