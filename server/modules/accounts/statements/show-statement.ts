import { findLedgerLines, presentLine } from '#server/modules/accounts/wallet/index.ts'
import { showRunsById } from '#server/modules/activity/runs/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { listStatement, type StatementRow } from './statement-reads.ts'

/** The statement of an account: its transactions, with those of one run combined into a line. */
export async function showStatement(ctx: Context, actor: Actor, query: { page: number; limit: number }) {
  const { rows, total } = await listStatement(ctx.db, actor.accountId, query)
  const runIds = rows.flatMap(({ run_id }) => run_id ?? [])
  const single = rows.flatMap(({ run_id, newest_id }) => (run_id === null ? [newest_id] : []))
  const [found, lines] = await Promise.all([
    showRunsById(ctx, actor.accountId, runIds),
    findLedgerLines(ctx, actor.accountId, single),
  ])
  const byId = new Map(lines.map((line) => [line.id, presentLine(line)]))
  const present = (row: StatementRow) => ({
    run: (row.run_id !== null && found.get(row.run_id)) || null,
    line: (row.run_id === null && byId.get(row.newest_id)) || null,
    movements: Number(row.movements),
    spent: Number(row.spent),
    at: row.at.toISOString(),
  })
  return pageReply(rows.map(present), query, total)
}
