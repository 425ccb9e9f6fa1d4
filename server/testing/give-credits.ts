import { grantIssuedCredits } from '#server/modules/accounts/wallet/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Gives an account more credits, without an order. */
export const giveCredits = ({ app: { ctx } }: TestApp, { accountId }: TestUser, amount: number) =>
  transaction(ctx.db, () => grantIssuedCredits(ctx, { accountId, amount, reason: 'test', userId: null }))
