import { checkMailServer } from '#contract/branding/mail-server.ts'
import { siteOption } from '#contract/branding/site.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { idArgument } from '../arguments/value-parsers.ts'
import { callServer } from '../http/open-session.ts'
import { textTable } from '../terminal/text-table.ts'

const account = parsed('ID', siteOption.account.help, (texts) => idArgument(texts, '--account'))

const COLUMNS = ['CHECK', 'STATE', 'WHAT TO DO'] as const

/** `leadwright smtp check`: checks the DNS records of the sender's domain. */
export const smtpCheckCommand = defineCommand({
  name: 'smtp check',
  summary: 'Check SPF, DKIM, DMARC and MX of the sender’s domain',
  options: { account },
  examples: ['leadwright smtp check --json'],
  async run(call) {
    const { account: id } = call.values
    const { data } = await callServer(call, checkMailServer, {
      query: id === undefined ? {} : { account_id: id },
    })
    const { spf, dkim, dmarc, mx } = data
    const rows = Object.entries({ spf, dkim, dmarc, mx }).map(([name, { state, advice }]) => [
      name.toUpperCase(),
      state,
      advice,
    ])
    call.terminal.result({ spf, dkim, dmarc, mx }, () => textTable(COLUMNS, rows, call.terminal.width))
  },
})
