import { subscriptionReport } from '#contract/admin/reports.ts'
import { CURRENCIES, type Currency, moneyText } from '#contract/core/money.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { parsed } from '../arguments/option-spec.ts'
import { wholeNumber } from '../arguments/value-parsers.ts'
import { callServer } from '../http/open-session.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

const amount = ([currency, minor]: [string, number]): string =>
  Object.hasOwn(CURRENCIES, currency) ? moneyText(minor, currency as Currency) : `${minor} ${currency}`

/** `leadwright reports subscriptions`: new and ended subscriptions, recurring revenue and trials by month. */
export const reportSubscriptionsCommand = defineCommand({
  name: 'reports subscriptions',
  summary: 'New and churned subscriptions, MRR and trials by month',
  options: {
    months: parsed('N', 'Months, including the current one (12 by default)', wholeNumber(1)),
    account: parsed('ID', 'A reseller whose customers to report; yours by default', wholeNumber(1)),
  },
  notes: ['For owners of the installation and finance staff.'],
  examples: ['leadwright reports subscriptions --months 6 --json'],
  async run(call) {
    const { months = 12, account } = call.values
    const query = { months, ...(account && { account_id: account }) }
    const { data } = await callServer(call, subscriptionReport, { query })
    const columns = ['MONTH', ...right('NEW', 'CHURNED', 'ACTIVE', 'TRIALS'), 'MRR'] as const
    const rows = data.months.map(({ month, new: began, churned, active, trials, mrr }) => [
      month,
      groupedNumber(began),
      groupedNumber(churned),
      groupedNumber(active),
      groupedNumber(trials),
      Object.entries(mrr).map(amount).join(', '),
    ])
    call.terminal.result(data, () => pageText(columns, rows, rows.length, call.terminal.width))
  },
})
