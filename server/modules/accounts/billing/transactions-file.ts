import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { CsvCell } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { linesAfter } from './billing-store.ts'

const CHUNK = 2000
const HEAD = [
  'id',
  'at',
  'from',
  'to',
  'credits',
  'reason',
  'run_id',
  'run',
  'list_id',
  'list',
  'person',
] as const

interface Span {
  from: string
  to: string
  timeZone: string
}

async function* listRows(db: Db, span: Span & { accountId: number }): AsyncIterable<readonly CsvCell[]> {
  yield HEAD
  let after = 0
  for (;;) {
    const rows = await linesAfter(db, span, after, CHUNK)
    for (const row of rows)
      yield [
        ...[row.id, row.at, row.debit, row.credit, row.amount, row.reason],
        ...[row.run_id, row.run, row.list_id, row.list, row.person],
      ]
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = last.id
  }
}

/** All transactions of a period. */
export const transactionsFile = defineCsvFile('transactions', ({ db }, span: Span, accountId) =>
  listRows(db, { ...span, accountId }),
)

export const requestTransactions = (ctx: Context, actor: Actor, { from, to }: { from: string; to: string }) =>
  transactionsFile.request(ctx, actor, {
    filename: `transactions-${from}-${to}.csv`,
    subject: `account:${actor.accountId}`,
    input: { from, to, timeZone: actor.timeZone },
  })
