import { ledger, userLimits } from '#contract/accounts/wallet.ts'
import { planLimits } from '#server/modules/accounts/plans/index.ts'
import type { Context } from '#server/platform/context.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { type Route, route } from '#server/platform/http/route.ts'
import { presentLine } from './present-line.ts'
import { trainingTokens } from './signals.ts'
import { showWalletLimits } from './spending.ts'
import { listLedger } from './wallet.ts'

export const walletRoutes = (ctx: Context): Route[] => [
  route(userLimits, async ({ actor }) => {
    const [wallet, plan, training_tokens] = await Promise.all([
      showWalletLimits(ctx, actor),
      planLimits(ctx.db, actor.accountId),
      trainingTokens.ask(ctx, { accountId: actor.accountId }),
    ])
    return { data: { ...wallet, ...plan, training_tokens } }
  }),
  route(ledger, async ({ actor, query }) => {
    const { rows, total } = await listLedger(ctx, actor, {
      page: query.page,
      limit: query.limit,
      runId: query.run_id,
    })
    return pageReply(rows.map(presentLine), query, total)
  }),
]
