import { allDomains, DOMAIN_PROBLEMS, type ReportedDomain } from '#contract/branding/all-domains.ts'
import * as api from '#contract/branding/domains.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { pageText, right, textTable } from '../terminal/text-table.ts'

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

const REPORT_COLUMNS = ['DOMAIN', 'STATE', 'ACCOUNT', ...right('ALLOWED', 'REFUSED'), 'LAST REQUEST'] as const

const reportRow = (domain: ReportedDomain) => [
  domain.host ?? 'other unknown domains',
  domain.state ?? (domain.platform ? 'of the installation' : 'not added'),
  domain.account ? `${domain.account.name} (${domain.account.id})` : '',
  domain.allowed,
  domain.refused,
  domain.last_request_at?.slice(0, 16).replace('T', ' ') ?? '',
]

/** `leadwright domains report`: failing domains of all accounts and certificate requests, for administrators. */
const domainsReportCommand = defineCommand({
  name: 'domains report',
  summary: 'Failing domains of all accounts, and certificate requests of the last 7 days',
  options: {
    problem: parsed('PROBLEM', `Only these: ${DOMAIN_PROBLEMS.join(', ')}`, oneOf(DOMAIN_PROBLEMS)),
    search: text('TEXT', 'Part of the domain'),
    limit: parsed('N', 'Maximum number (100 by default)', wholeNumber(1)),
  },
  notes: ['For administrators. repeated: a served domain was requested 5 times or more in a day.'],
  async run(call) {
    const { problem, search, limit: maxRows = 100 } = call.values
    const client = await openClient(call)
    const found = await readPages(maxRows, MAX_PAGE_SIZE, (page, limit) =>
      client.call(allDomains, {
        query: { page, limit, ...(problem && { problem }), ...(search && { search }) },
      }),
    )
    call.terminal.result(found, () =>
      pageText(REPORT_COLUMNS, found.data.map(reportRow), found.total, call.terminal.width),
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
  domainsReportCommand,
  domainsPrimaryCommand,
  domainsRemoveCommand,
]
