import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { route } from '#server/platform/http/route.ts'
import { presentLine } from './present-line.ts'
import type { Wallet } from './wallet-service.ts'

export { type Spending, usageStart } from './caps-store.ts'
export { closeCredits } from './close-credits.ts'
export { perCredit } from './give-credits.ts'
export type { Posting } from './grant-types.ts'
export { measureBooks } from './measure-books.ts'
export { presentLine } from './present-line.ts'
export { walletJobs } from './wallet-jobs.ts'
export { createWallet, type Wallet } from './wallet-service.ts'
export type { Delivery } from './wallet-store.ts'

type OtherLimits = Omit<Reply<typeof userLimits>['data'], keyof Awaited<ReturnType<Wallet['limits']>>>

export const walletRoutes = (wallet: Wallet, limitsOf: (accountId: number) => Promise<OtherLimits>) => [
  route(userLimits, async ({ actor }) => ({
    data: { ...(await wallet.limits(actor)), ...(await limitsOf(actor.accountId)) },
  })),
  route(ledger, async ({ actor, query }) => {
    const { rows, total } = await wallet.ledgerPage(actor, {
      page: query.page,
      limit: query.limit,
      runId: query.run_id,
    })
    return { data: rows.map(presentLine), currentPage: query.page, pageSize: query.limit, total }
  }),
]
