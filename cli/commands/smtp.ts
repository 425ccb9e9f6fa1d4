import * as api from '#contract/branding/mail-server.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { EXIT } from '../exit-codes.ts'
import { callServer } from '../http/open-session.ts'
import { textTable } from '../terminal/text-table.ts'

const account = parsed('ID', 'Account of a reseller, for administrators; your own by default', (texts) =>
  idArgument(texts, '--account'),
)
const siteParam = (id: number | undefined) => (id === undefined ? {} : { account_id: id })

function readPort(texts: string): number {
  const port = Number(texts)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw usageError('--port must be a number from 1 to 65535')
  return port
}

function readSecurity(texts: string): api.SmtpSecurity {
  const found = api.SMTP_SECURITIES.find((known) => known === texts)
  if (!found) throw usageError(`--security must be one of ${api.SMTP_SECURITIES.join(', ')}`)
  return found
}

/** `leadwright smtp set`: sets the mail server of a brand. */
const smtpSetCommand = defineCommand({
  name: 'smtp set',
  summary: 'Set the mail server of your brand',
  options: {
    host: required(text('H', 'Host of the mail server')),
    port: required(parsed('P', 'Port of the mail server', readPort)),
    from: required(text('F', 'Sender address')),
    security: required(
      parsed(api.SMTP_SECURITIES.join('|'), 'How the connection is encrypted', readSecurity),
    ),
    user: text('U', 'User to sign in with'),
    password: text('P', 'Password of the user; stored encrypted and never shown'),
    account,
  },
  examples: [
    'leadwright smtp set --host smtp.fox.example --port 587 --from hello@fox.example --security starttls --user fox --password SECRET --json',
  ],
  async run(call) {
    const { host, port, from, security, user, password, account: id } = call.values
    const body = {
      host,
      port,
      security,
      from_address: from,
      username: user ?? null,
      ...(password !== undefined && { password }),
    }
    const { data } = await callServer(call, api.saveMailServer, { query: siteParam(id), body })
    call.terminal.result(data, () => `Emails are sent by ${host}:${port} from ${data.sends_from}`)
  },
})

/** `leadwright smtp dkim`: prints the record with which receivers verify signatures. */
const smtpDkimCommand = defineCommand({
  name: 'smtp dkim',
  summary: 'Create a DKIM key for a domain and print the record to publish',
  options: {
    domain: required(text('D', 'Domain of the sender’s address')),
    rotate: flag('Create a new key even if the domain has one'),
    account,
  },
  notes: ['Emails are signed once DNS shows the record. Keep the record of an old key for 7 days.'],
  examples: ['leadwright smtp dkim --domain fox.example --json'],
  async run(call) {
    const { domain, rotate, account: id } = call.values
    const { data } = await callServer(call, api.createDkimKey, {
      query: siteParam(id),
      body: { domain, rotate },
    })
    const { name, value } = data
    call.terminal.result({ name, value }, () => `${name}  TXT  "${value}"`)
  },
})

/** `leadwright smtp test`: sends one mail and prints the server's answer. */
const smtpTestCommand = defineCommand({
  name: 'smtp test',
  summary: 'Send a test email and print what the mail server answered',
  options: { to: required(text('E', 'Address to send to')), account },
  examples: ['leadwright smtp test --to you@fox.example --json'],
  async run(call) {
    const { to, account: id } = call.values
    const { data } = await callServer(call, api.testMailServer, { query: siteParam(id), body: { to } })
    const { accepted, reply, replies } = data
    call.terminal.result({ accepted, reply }, () => [...replies, reply].join('\n'))
    return accepted ? EXIT.done.code : EXIT.failed.code
  },
})

const COLUMNS = ['CHECK', 'STATE', 'WHAT TO DO'] as const

/** `leadwright smtp check`: checks the DNS records of the sender's domain. */
const smtpCheckCommand = defineCommand({
  name: 'smtp check',
  summary: 'Check SPF, DKIM, DMARC and MX of the sender’s domain',
  options: { account },
  examples: ['leadwright smtp check --json'],
  async run(call) {
    const { data } = await callServer(call, api.checkMailServer, { query: siteParam(call.values.account) })
    const { spf, dkim, dmarc, mx } = data
    const rows = Object.entries({ spf, dkim, dmarc, mx }).map(([name, { state, advice }]) => [
      name.toUpperCase(),
      state,
      advice,
    ])
    call.terminal.result({ spf, dkim, dmarc, mx }, () => textTable(COLUMNS, rows, call.terminal.width))
  },
})

export const SMTP_COMMANDS = [smtpSetCommand, smtpDkimCommand, smtpTestCommand, smtpCheckCommand]
