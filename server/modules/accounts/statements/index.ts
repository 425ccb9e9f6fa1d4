import { exportUsage, statement, usage, walletPlan } from '#contract/accounts/wallet.ts'
import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { presentLine, type Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { RunsService } from '#server/modules/activity/runs/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { data, route } from '#server/platform/http/route.ts'
import { pageOfStatement, type StatementRow } from './statement-reads.ts'
import { usageFor, usageTicket } from './usage.ts'

export { usageDownloader } from './usage.ts'

interface StatementDeps {
  db: Db
  runs: Pick<RunsService, 'byIds'>
  wallet: Pick<Wallet, 'lines'>
  tickets: TicketsService
  accounts: Pick<AccountsService, 'planOf'>
}

/** The statement of an account: its transactions, with those of one run combined into a line. */
async function statementOf(
  actor: Actor,
  query: { page: number; limit: number },
  { db, runs, wallet }: StatementDeps,
) {
  const { rows, total } = await pageOfStatement(db, actor.accountId, query)
  const runIds = rows.flatMap(({ run_id }) => run_id ?? [])
  const single = rows.flatMap(({ run_id, newest_id }) => (run_id === null ? [newest_id] : []))
  const [found, lines] = await Promise.all([
    runs.byIds(actor.accountId, runIds),
    wallet.lines(actor.accountId, single),
  ])
  const byId = new Map(lines.map((line) => [line.id, presentLine(line)]))
  const present = (row: StatementRow) => ({
    run: (row.run_id !== null && found.get(row.run_id)) || null,
    line: (row.run_id === null && byId.get(row.newest_id)) || null,
    movements: Number(row.movements),
    spent: Number(row.spent),
    at: row.at.toISOString(),
  })
  return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
}

export const statementRoutes = (deps: StatementDeps) => [
  route(statement, ({ actor, query }) => statementOf(actor, query, deps)),
  route(usage, ({ actor, query }) => data(usageFor(deps.db, actor, query.member))),
  route(exportUsage, ({ actor, body }) => data(usageTicket(deps, actor, body.member))),
  route(walletPlan, async ({ actor }) => {
    const plan = await deps.accounts.planOf(actor.accountId)
    return { data: { name: plan?.name ?? null, credits: plan?.free_credits ?? 0 } }
  }),
]
