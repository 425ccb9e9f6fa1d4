import { randomUUID } from 'node:crypto'
import * as api from '#contract/accounts/subscriptions.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

const id = (texts: string, option: string) => idArgument(texts, `--${option}`)

/** An account in JSON output. */
const shownAs = ({ id, company, state, access, package: plan, credits }: api.Subscription) => ({
  id,
  company,
  state,
  access,
  package: plan?.name ?? null,
  credits,
})
type Shown = ReturnType<typeof shownAs>

const COLUMNS = [...right('ID'), 'STATE', 'ACCESS', 'PACKAGE', ...right('CREDITS'), 'COMPANY'] as const
const row = ({ id, company, state, access, package: plan, credits }: Shown) => [
  id,
  state,
  access,
  plan ?? '',
  groupedNumber(credits.available),
  company,
]

/** `leadwright accounts create`: an account on a package, whose owner is invited. */
const accountsCreateCommand = defineCommand({
  name: 'accounts create',
  summary: 'Add an account on a package and invite its owner',
  options: {
    email: required(text('E', 'Email of the owner')),
    company: required(text('C', 'Name of the company')),
    package: required(parsed('ID', 'A package of the seller', id)),
    account: parsed('RESELLER_ID', 'The reseller that sells to it, one below you; yourself by default', id),
    'first-name': text('N', 'First name of the owner'),
    'last-name': text('N', 'Last name of the owner'),
    credits: parsed('N', 'Extra credits to start with', wholeNumber(0)),
    'trial-days': parsed('N', 'Overrides the trial of the package; 0 means none', wholeNumber(0)),
  },
  examples: ['leadwright accounts create --email ann@acme.example --company Acme --package 7 --json'],
  async run(call) {
    const { email, company, package: package_id, account, credits } = call.values
    const { 'first-name': first_name, 'last-name': last_name, 'trial-days': trial_days } = call.values
    const body = {
      email,
      company,
      package_id,
      ...(account !== undefined && { account_id: account }),
      ...(first_name !== undefined && { first_name }),
      ...(last_name !== undefined && { last_name }),
      ...(credits !== undefined && { credits }),
      ...(trial_days !== undefined && { trial_days }),
    }
    const { data, message } = await callServer(call, api.addAccount, { body }, { key: randomUUID() })
    call.terminal.result({ account_id: data.id }, () => `${message}: ${data.id}`)
  },
})

/** `leadwright accounts list`: accounts that the caller sells to, newest first. */
const accountsListCommand = defineCommand({
  name: 'accounts list',
  summary: 'Accounts that you sell to, newest first',
  options: {
    search: text('TEXT', 'Part of the company name or email'),
    state: parsed('STATE', `Billing state: ${api.BILLING_STATES.join(', ')}`, oneOf(api.BILLING_STATES)),
    access: parsed('LEVEL', `Access: ${api.ACCESS_LEVELS.join(', ')}`, oneOf(api.ACCESS_LEVELS)),
    account: parsed('RESELLER_ID', 'Customers of a reseller below you', id),
    limit: parsed('N', 'Maximum number (100 by default)', wholeNumber(1)),
  },
  async run(call) {
    const { search, state, access, account, limit: maxRows } = call.values
    const client = await openClient(call)
    const query = {
      ...(search !== undefined && { search }),
      ...(state && { state }),
      ...(access && { access }),
      ...(account !== undefined && { account_id: account }),
    }
    const found = await readPages(maxRows ?? 100, MAX_PAGE_SIZE, (page, limit) =>
      client.call(api.subscriptions, { query: { ...query, page, limit } }),
    )
    const data = found.data.map(shownAs)
    call.terminal.result({ data, total: found.total }, () =>
      pageText(COLUMNS, data.map(row), found.total, call.terminal.width),
    )
  },
})

/** `leadwright accounts show`: one account with its subscription. */
const accountsShowCommand = defineCommand({
  name: 'accounts show',
  summary: 'Billing state, access, package and credits of an account',
  positionals: ['ID'],
  examples: ['leadwright accounts show 12 --json'],
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const { data } = await callServer(call, api.subscription, { params })
    const shown = shownAs(data)
    call.terminal.result(shown, () =>
      [
        `${shown.company} (${shown.id})`,
        `Billing state: ${shown.state}`,
        `Access: ${shown.access}`,
        `Package: ${shown.package ?? 'none'}`,
        `Credits: ${shown.credits.available} available, ${shown.credits.reserved} reserved, ${shown.credits.spent} spent`,
        ...data.holds.map(({ cause, reason }) => `On hold (${cause}): ${reason}`),
      ].join('\n'),
    )
  },
})

export const ACCOUNT_COMMANDS = [accountsCreateCommand, accountsListCommand, accountsShowCommand]
