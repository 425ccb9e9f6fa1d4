import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { seesProviderCost } from './margin-policy.ts'
import { type MarginLine, marginLines } from './margin-store.ts'

/** Amounts are in minor units of the currency, exact. */
const HEAD = [
  'month',
  'customer_id',
  'customer',
  'package',
  'type',
  'currency',
  'credits',
  'received',
  'elsewhere',
  'refunds',
  'fees',
  'wholesale',
  'provider_cost',
  'margin',
] as const satisfies readonly (keyof MarginLine)[]

interface Book {
  months: number
  timeZone: string
  showsCost: boolean
}

/** The margin book of the last months. */
export const marginFile = defineCsvFile('margin', async ({ db }, book: Book, accountId) => {
  const lines = await marginLines(db, { ...book, accountId })
  const head = HEAD.filter((name) => book.showsCost || name !== 'provider_cost')
  return [head, ...lines.map((line) => head.map((name) => line[name]))]
})

export const requestMargin = (ctx: Context, actor: Actor, months: number) =>
  marginFile.request(ctx, actor, {
    filename: `margin-${months}-months.csv`,
    subject: `account:${actor.accountId}`,
    input: { months, timeZone: actor.timeZone, showsCost: seesProviderCost(actor) },
  })
