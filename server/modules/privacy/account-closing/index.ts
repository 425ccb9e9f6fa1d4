import * as api from '#contract/privacy/account-closing.ts'
import { closeCustomer, reopenCustomer } from '#server/modules/accounts/subscriptions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { defineModule } from '#server/platform/module.ts'
import {
  closeAccount,
  closeAccountFor,
  reopenAccount,
  reopenAccountFor,
  showAccountClosing,
} from './account-closing.ts'
import { tidyClosedAccounts } from './tidy-closed.ts'

export { tidyClosedAccounts } from './tidy-closed.ts'

const accountClosingRoutes = (ctx: Context) => [
  route(api.accountClosing, ({ actor }) => data(showAccountClosing(ctx, actor))),
  route(api.closeAccount, async ({ actor, host, body }) => ({
    data: await closeAccount(ctx, actor, host, body),
    message: 'Your account is closed',
  })),
  route(api.reopenAccount, async ({ actor, host }) => ({
    data: await reopenAccount(ctx, actor, host),
    message: 'Your account is open again',
  })),
]

export const accountClosingModule = defineModule({
  routes: accountClosingRoutes,
  on: [
    closeCustomer.answer((ctx, { actor, accountId }) => closeAccountFor(ctx, actor, accountId)),
    reopenCustomer.answer((ctx, { accountId }) => reopenAccountFor(ctx, accountId)),
  ],
  housekeeping: (ctx) => ({ 'closed accounts': () => tidyClosedAccounts(ctx) }),
})
