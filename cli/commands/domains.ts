import {
  addDomain,
  makePrimaryDomain,
  removeDomain,
  siteDomains,
  verifyDomain,
} from '#contract/branding/domains.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { openClient } from '../http/open-session.ts'
import { textTable } from '../terminal/text-table.ts'

const options = {
  account: parsed('ID', 'Account of a reseller, for administrators; your own by default', (given) =>
    idArgument(given, '--account'),
  ),
}
const whose = ({ account }: { account: number | undefined }) =>
  account === undefined ? {} : { account_id: account }

/** `leadwright domains add`: a domain of a site, and the record that proves it. */
const domainsAddCommand = defineCommand({
  name: 'domains add',
  summary: 'Add a domain and print the record that proves whose it is',
  positionals: ['HOST'],
  options,
  examples: ['leadwright domains add leads.fox.example --account 12 --json'],
  async run(call) {
    const client = await openClient(call)
    const body = { host: call.positionals[0]!, ...whose(call.values) }
    const { data } = await client.call(addDomain, { body })
    const { host, txt_name, txt_value, cname_target } = data
    const result = { host, txt_name, txt_value, ...(cname_target !== null && { cname_target }) }
    call.terminal.result(result, () =>
      [
        `Make this record, then: leadwright domains verify ${host}`,
        `${txt_name}  TXT  "${txt_value}"`,
        ...(cname_target ? [`or`, `${host}  CNAME  ${cname_target}`] : []),
      ].join('\n'),
    )
  },
})

/** `leadwright domains verify`: looks for the record now. */
const domainsVerifyCommand = defineCommand({
  name: 'domains verify',
  summary: 'Look for the record of a domain now',
  positionals: ['HOST'],
  options: {
    ...options,
    trust: flag('Vouch for the domain without asking name servers; administrators only'),
  },
  examples: [
    'leadwright domains verify leads.fox.example',
    'leadwright domains verify leads.fox.example --trust --json',
  ],
  async run(call) {
    const client = await openClient(call)
    const { data, message } = await client.call(verifyDomain, {
      params: { host: call.positionals[0]! },
      query: whose(call.values),
      body: { trust: call.values.trust },
    })
    call.terminal.result({ host: data.host, active: data.active }, () => message)
    return data.active ? EXIT.done.code : EXIT.failed.code
  },
})

const COLUMNS = ['HOST', 'STATE', 'PRIMARY', 'PROBLEM'] as const

/** `leadwright domains list`: domains of a site with their state. */
const domainsListCommand = defineCommand({
  name: 'domains list',
  summary: 'Domains of a site with their state',
  options,
  async run(call) {
    const client = await openClient(call)
    const found = await client.call(siteDomains, { query: whose(call.values) })
    const rows = found.data.map((row) => [row.host, row.state, row.primary ? 'yes' : '', row.problem ?? ''])
    call.terminal.result(found, () =>
      rows.length === 0 ? 'No domains' : textTable(COLUMNS, rows, call.terminal.room),
    )
  },
})

/** `leadwright domains primary`: where links in mails lead. */
const domainsPrimaryCommand = defineCommand({
  name: 'domains primary',
  summary: 'Let links in mails lead to a domain',
  positionals: ['HOST'],
  options,
  async run(call) {
    const client = await openClient(call)
    const params = { host: call.positionals[0]! }
    const { data, message } = await client.call(makePrimaryDomain, { params, query: whose(call.values) })
    call.terminal.result(data, () => message)
  },
})

/** `leadwright domains remove`: the domain is not served any more. */
const domainsRemoveCommand = defineCommand({
  name: 'domains remove',
  summary: 'Remove a domain of a site',
  positionals: ['HOST'],
  options,
  async run(call) {
    const client = await openClient(call)
    const params = { host: call.positionals[0]! }
    const { message } = await client.call(removeDomain, { params, query: whose(call.values) })
    call.terminal.result({ host: params.host }, () => message)
  },
})

export const DOMAIN_COMMANDS = [
  domainsAddCommand,
  domainsVerifyCommand,
  domainsListCommand,
  domainsPrimaryCommand,
  domainsRemoveCommand,
]
