import { randomUUID } from 'node:crypto'
import * as api from '#contract/accounts/plans.ts'
import { MAX_PAGE_SIZE } from '#contract/core/constants.ts'
import { CURRENCIES, type Currency, minorOf, moneyText } from '#contract/core/money.ts'
import type { CommandSpec } from '../arguments/command-spec.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, list, parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer, openClient } from '../http/open-session.ts'
import { readPages } from '../http/read-pages.ts'
import { groupedNumber } from '../terminal/progress-bar.ts'
import { pageText, right } from '../terminal/text-table.ts'

const CODES = Object.keys(CURRENCIES) as Currency[]

/** The price fields of a package; free without a price. */
function priceOf(price: string | undefined, currency: Currency, period: (typeof api.PERIODS)[number]) {
  if (price === undefined) return { period }
  const price_minor = minorOf(price, currency)
  if (price_minor === null)
    throw usageError(`--price must be an amount of ${currency} such as 49, not "${price}"`)
  return { price_minor, currency, period }
}

const priceText = ({ price_minor, currency, period }: api.Package): string =>
  price_minor > 0 && currency ? `${moneyText(price_minor, currency)} a ${period}` : 'free'

const createCommand = defineCommand({
  name: 'packages create',
  summary: 'Create a package and publish it',
  options: {
    name: required(text('N', 'Name of the package')),
    credits: parsed('N', 'Credits per period', wholeNumber(0)),
    modules: list('M,M', `Modules: ${api.PACKAGE_MODULES.join(', ')}`, oneOf(api.PACKAGE_MODULES)),
    price: text('49.00', 'Price per period, net of tax; free by default'),
    currency: parsed('USD', 'Currency of the price', oneOf(CODES)),
    period: parsed('month', 'Billing period of price and credits', oneOf(api.PERIODS)),
    seats: parsed('N', 'Seats: members of the account', wholeNumber(1)),
    draft: flag('Keep it as a draft'),
  },
  notes: ['In the platform account, packages are its plans.'],
  examples: [
    'leadwright packages create --name Pro --credits 500 --modules leads,ai_suggest --price 49.00 --currency USD --period month --json',
  ],
  async run(call) {
    const { name, credits, modules, price, currency = 'USD', period = 'month', seats, draft } = call.values
    const terms = {
      ...priceOf(price, currency, period),
      ...(credits !== undefined && { credits }),
      ...(seats !== undefined && { seats }),
      ...(modules.length > 0 && { modules: modules as (typeof api.PACKAGE_MODULES)[number][] }),
    }
    const body = { name, publish: !draft, ...terms }
    const { data } = await callServer(call, api.createPackage, { body }, { key: randomUUID() })
    call.terminal.result(data, () => `Package ${data.id}, version ${data.version}`)
  },
})

const listCommand = defineCommand({
  name: 'packages list',
  summary: 'Packages with price, credits and customers',
  options: { archived: flag('Archived packages instead') },
  async run(call) {
    const client = await openClient(call)
    const archived = call.values.archived ? { archived: 'true' as const } : {}
    const { data } = await readPages(10_000, MAX_PAGE_SIZE, (page, limit) =>
      client.call(api.packages, { query: { page, limit, ...archived } }),
    )
    const columns = [...right('ID', 'CUSTOMERS', 'CREDITS'), 'PRICE', 'STATE', 'NAME'] as const
    const rows = data.map((row) => [
      row.id,
      groupedNumber(row.customers),
      groupedNumber(row.credits),
      priceText(row),
      row.problem ? `not for sale: ${row.problem}` : row.state,
      row.name,
    ])
    call.terminal.result({ data }, () => pageText(columns, rows, data.length, call.terminal.width))
  },
})

const showCommand = defineCommand({
  name: 'packages show',
  summary: 'A package with its versions, coupons and add-ons',
  positionals: ['ID'],
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const { data } = await callServer(call, api.showPackage, { params })
    const versions = data.versions.map(
      ({ version, state, customers, credits }) =>
        `version ${version}: ${state}, ${groupedNumber(credits)} credits, ${groupedNumber(customers)} customers`,
    )
    call.terminal.result(data, () =>
      [data.name, ...versions, data.problem && `Not for sale: ${data.problem}`].filter(Boolean).join('\n'),
    )
  },
})

const publishCommand = defineCommand({
  name: 'packages publish',
  summary: 'Publish the draft of a package',
  positionals: ['ID'],
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const { data } = await callServer(call, api.publishPackage, { params })
    const sold = data.versions.find(({ state }) => state === 'published')
    const result = { id: data.id, version: sold?.version ?? 0 }
    call.terminal.result(result, () => `${data.name}: version ${result.version} is published`)
  },
})

const archiveCommand = defineCommand({
  name: 'packages archive',
  summary: 'Stop selling a package; customers keep it',
  positionals: ['ID'],
  options: { restore: flag('Sell it again') },
  async run(call) {
    const params = { id: idArgument(call.positionals[0]!, 'ID') }
    const archived = !call.values.restore
    const { data } = await callServer(call, api.archivePackage, { params, body: { archived } })
    const result = { id: data.id, archived: data.archived }
    call.terminal.result(result, () => `${data.name} is ${archived ? 'archived' : 'for sale again'}`)
  },
})

/** `leadwright packages …`: packages that the account sells. */
export const PACKAGE_COMMANDS: CommandSpec[] = [
  createCommand,
  listCommand,
  showCommand,
  publishCommand,
  archiveCommand,
]
