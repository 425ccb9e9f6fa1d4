import { randomUUID } from 'node:crypto'
import * as api from '#contract/accounts/plans.ts'
import { CURRENCIES, type Currency, readMinor } from '#contract/core/money.ts'
import { defineCommand } from '../arguments/command-spec.ts'
import { flag, list, parsed, required, text } from '../arguments/option-spec.ts'
import { idArgument, oneOf, wholeNumber } from '../arguments/value-parsers.ts'
import { usageError } from '../cli-error.ts'
import { callServer } from '../http/open-session.ts'

const CODES = Object.keys(CURRENCIES) as Currency[]

/** The price fields of a package; free without a price. */
function readPrice(price: string | undefined, currency: Currency, period: (typeof api.PERIODS)[number]) {
  if (price === undefined) return { period }
  const price_minor = readMinor(price, currency)
  if (price_minor === null)
    throw usageError(`--price must be an amount of ${currency} such as 49, not "${price}"`)
  return { price_minor, currency, period }
}

export const packagesCreateCommand = defineCommand({
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
      ...readPrice(price, currency, period),
      ...(credits !== undefined && { credits }),
      ...(seats !== undefined && { seats }),
      ...(modules.length > 0 && { modules: modules as (typeof api.PACKAGE_MODULES)[number][] }),
    }
    const body = { name, publish: !draft, ...terms }
    const { data } = await callServer(call, api.createPackage, { body }, { key: randomUUID() })
    call.terminal.result(data, () => `Package ${data.id}, version ${data.version}`)
  },
})

export const packagesPublishCommand = defineCommand({
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
