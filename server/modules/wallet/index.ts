import { ledger, userLimits } from '#contract/wallet.ts'
import { route } from '#server/platform/http/route.ts'
import type { Wallet } from './wallet-service.ts'

export { createWallet, type Delivery, type Wallet } from './wallet-service.ts'

export const walletRoutes = (wallet: Wallet) => [
  route(userLimits, async ({ actor }) => ({ data: await wallet.limits(actor) })),
  route(ledger, async ({ actor, query }) => {
    const { rows, total } = await wallet.ledgerPage(actor, {
      page: query.page,
      limit: query.limit,
      runId: query.run_id,
    })
    const data = rows.map((row) => ({
      id: row.id,
      debit: row.debit,
      credit: row.credit,
      amount: row.amount,
      reason: row.reason,
      run_id: row.run_id,
      lead_id: row.lead_id,
      user: row.user_email,
      created_at: row.created_at.toISOString(),
    }))
    return { data, currentPage: query.page, pageSize: query.limit, total }
  }),
]
