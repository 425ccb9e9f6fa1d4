import * as api from '#contract/branding/domains.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer } from '../http/open-session.ts'
import { textTable } from '../terminal/text-table.ts'

const options = {
  account: parsed('ID', 'Account of a reseller, for administrators; your own by default', (texts) =>
    idArgument(texts, '--account'),
  ),
}
const siteParam = ({ account }: { account: number | undefined }) =>
  account === undefined ? {} : { account_id: account }

/** `leadwright domains add`: adds a domain to a site and prints its verification record. */
const domainsAddCommand = defineCommand({
  name: 'domains add',
  summary: 'Add a domain and print its verification record',
  positionals: ['HOST'],
  options,
  examples: ['leadwright domains add leads.fox.example --account 12 --json'],
  async run(call) {
    const body = { host: call.positionals[0]!, ...siteParam(call.values) }
    const { data } = await callServer(call, api.addDomain, { body })
    const { host, txt_name, txt_value, cname_target } = data
    const result = { host, txt_name, txt_value, ...(cname_target !== null && { cname_target }) }
    call.terminal.result(result, () =>
      [
        `Create this record, then run:  leadwright domains verify ${host}`,
        `${txt_name}  TXT  "${txt_value}"`,
        ...(cname_target ? [`or`, `${host}  CNAME  ${cname_target}`] : []),
      ].join('\n'),
    )
  },
})

/** `leadwright domains verify`: checks the record now. */
const domainsVerifyCommand = defineCommand({
  name: 'domains verify',
  summary: 'Check the record of a domain now',
  positionals: ['HOST'],
  options: {
    ...options,
    trust: flag('Trust the domain without a DNS check; administrators only'),
  },
  examples: [
    'leadwright domains verify leads.fox.example',
    'leadwright domains verify leads.fox.example --trust --json',
  ],
  async run(call) {
    const { data, message } = await callServer(call, api.verifyDomain, {
      params: { host: call.positionals[0]! },
      query: siteParam(call.values),
      body: { trust: call.values.trust },
    })
    call.terminal.result({ host: data.host, active: data.active }, () => message)
    return data.active ? EXIT.done.code : EXIT.failed.code
  },
})

const COLUMNS = ['HOST', 'STATE', 'PRIMARY', 'PROBLEM'] as const

/** `leadwright domains list`: lists the domains of a site with their state. */
const domainsListCommand = defineCommand({
  name: 'domains list',
  summary: 'Domains of a site with their state',
  options,
  async run(call) {
    const found = await callServer(call, api.siteDomains, { query: siteParam(call.values) })
    const rows = found.data.map((row) => [row.host, row.state, row.primary ? 'yes' : '', row.problem ?? ''])
    call.terminal.result(found, () =>
      rows.length === 0 ? 'No domains' : textTable(COLUMNS, rows, call.terminal.width),
    )
  },
})

/** `leadwright domains primary`: chooses the domain of links in mails. */
const domainsPrimaryCommand = defineCommand({
  name: 'domains primary',
  summary: 'Use a domain for links in emails',
  positionals: ['HOST'],
  options,
  async run(call) {
    const params = { host: call.positionals[0]! }
    const { data, message } = await callServer(call, api.makePrimaryDomain, {
      params,
      query: siteParam(call.values),
    })
    call.terminal.result(data, () => message)
  },
})

/** `leadwright domains remove`: stops serving a domain. */
const domainsRemoveCommand = defineCommand({
  name: 'domains remove',
  summary: 'Remove a domain of a site',
  positionals: ['HOST'],
  options,
  async run(call) {
    const params = { host: call.positionals[0]! }
    const { message } = await callServer(call, api.removeDomain, { params, query: siteParam(call.values) })
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
