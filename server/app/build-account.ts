import type { AccountsService } from '#server/modules/accounts/index.ts'
import {
  type BillingService,
  billingRoutes,
  createBillingService,
  transactionsDownloader,
} from '#server/modules/billing/index.ts'
import {
  businessDetailsRoutes,
  createBusinessDetailsService,
} from '#server/modules/business-details/index.ts'
import type { TicketsService } from '#server/modules/files/index.ts'
import type { MailService } from '#server/modules/mail/index.ts'
import type { Notifications } from '#server/modules/notifications/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { createTrainingService, trainingRoutes } from '#server/modules/training/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

interface Parts {
  sites: SitesService
  accounts: AccountsService
  mail: MailService
  notifications: Notifications
}

/** What an account says about itself and learns about the product. */
export function buildAccount({ db, pool, websiteReading }: Platform, people: Parts, tickets: TicketsService) {
  const profiles = createBusinessDetailsService({ db })
  const reads = createRateLimit(pool, { name: 'own-website', points: 20, seconds: 60 * 60 })
  const training = createTrainingService({
    db,
    isShown: async (host) => (await people.sites.settingsOf(host)).show_training_center,
  })
  const asks = createRateLimit(pool, { name: 'credit-request', points: 10, seconds: 60 * 60 })
  const billing = createBillingService({ ...people, db, asks })
  const routes: Route[] = [
    ...businessDetailsRoutes({ profiles, read: websiteReading.readWithPages, reads }),
    ...trainingRoutes(training),
    ...billingRoutes(billing, { db, tickets }),
  ]
  return { modules: { profiles, billing }, downloaders: [transactionsDownloader(db)], routes }
}

/** What the wallet asks of who watches balances; it is built before that. */
export const watchingCredits = (billing: () => BillingService) => ({
  moved: (accountId: number) => billing().moved(accountId),
  alertAt: async (accountId: number) => (await billing().alert(accountId)).threshold,
})
