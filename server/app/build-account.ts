import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import {
  billingRoutes,
  createBillingService,
  createCreditsService,
  createPacksService,
  creditRoutes,
  transactionsDownloader,
} from '#server/modules/accounts/billing/index.ts'
import {
  createMoves,
  createPlansService,
  createSales,
  planRoutes,
} from '#server/modules/accounts/plans/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import {
  businessDetailsRoutes,
  createBusinessDetailsService,
} from '#server/modules/ai/business-details/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { createTraining, trainingRoutes } from '#server/modules/branding/training/index.ts'
import { auditDownloader, auditRoutes, createAuditLog } from '#server/modules/core/audit/index.ts'
import type { TicketsService } from '#server/modules/core/files/index.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Paying } from './paying.ts'
import type { Platform } from './platform.ts'

interface Parts {
  sites: SitesService
  accounts: AccountsService
  mail: MailService
  notifications: Notifications
}

/** An account's profile and training. */
export function buildAccount(
  { db, pool, websiteReading }: Platform,
  people: Parts,
  tickets: TicketsService,
  wallet: Wallet,
  /** Payments are built later. */
  paying: Paying,
) {
  const profiles = createBusinessDetailsService({ db })
  const reads = createRateLimit(pool, { name: 'own-website', points: 20, seconds: 60 * 60 })
  const training = createTraining({
    db,
    uploads: createRateLimit(pool, { name: 'training-file', points: 300, seconds: 60 * 60 }),
    isShown: async (host) => (await people.sites.settingsOf(host)).show_training_center,
  })
  const requestLimit = createRateLimit(pool, { name: 'credit-request', points: 10, seconds: 60 * 60 })
  const billing = createBillingService({
    db,
    accounts: people.accounts,
    sites: people.sites,
    mail: people.mail,
    notifications: people.notifications,
    wallet,
    requestLimit,
    portalOf: paying.portalOf,
  })
  const { accounts, sites, notifications } = people
  const plans = createPlansService({ db, sites })
  const moves = createMoves({ db, subscribe: accounts.moveTo, show: plans.show })
  const requests = createRateLimit(pool, { name: 'package-request', points: 20, seconds: 60 * 60 })
  const sales = createSales({ db, sites, notifications, requests, checkoutOf: paying.checkoutOf })
  const credits = createCreditsService({ db, accounts, wallet, notifications })
  const routes: Route[] = [
    ...planRoutes(plans, moves, sales),
    ...businessDetailsRoutes({ profiles, read: websiteReading.readWithPages, reads }),
    ...trainingRoutes(training),
    ...billingRoutes(billing, { db, tickets }),
    ...creditRoutes(credits, createPacksService({ db, checkoutUrlOf: paying.packUrlOf })),
    ...auditRoutes(createAuditLog({ db, tickets })),
  ]
  return {
    modules: { profiles, billing, plans, planMoves: moves, credits },
    downloaders: [transactionsDownloader(db), auditDownloader(db)],
    routes,
  }
}
