import { accountClosing, closeAccount, reopenAccount } from '#contract/privacy/account-closing.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { AccountClosingService } from './account-closing-service.ts'

export {
  type AccountClosingService,
  createAccountClosing,
} from './account-closing-service.ts'

export const accountClosingRoutes = (closing: AccountClosingService) => [
  route(accountClosing, ({ actor }) => data(closing.show(actor))),
  route(closeAccount, async ({ actor, host, body }) => ({
    data: await closing.close(actor, host, body),
    message: 'Your account is closed',
  })),
  route(reopenAccount, async ({ actor, host }) => ({
    data: await closing.reopen(actor, host),
    message: 'Your account is open again',
  })),
]
