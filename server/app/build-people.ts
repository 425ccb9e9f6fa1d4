import { type AccountsService, createAccountsService } from '#server/modules/accounts/accounts/index.ts'
import { createSubscriptionRecords } from '#server/modules/accounts/subscriptions/index.ts'
import { createTermsService, type TermsService, termsRoutes } from '#server/modules/accounts/terms/index.ts'
import type { Wallet } from '#server/modules/accounts/wallet/index.ts'
import { type Notifications, notificationRoutes } from '#server/modules/activity/notifications/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { createOneTimeCodesService } from '#server/modules/core/one-time-codes/index.ts'
import { authRoutes, createAuthLimits, createAuthService } from '#server/modules/identity/auth/index.ts'
import { checklistRoutes, createChecklistService } from '#server/modules/identity/checklist/index.ts'
import {
  createMailChange,
  createProfileService,
  profileRoutes,
} from '#server/modules/identity/profile/index.ts'
import {
  createSecondFactorService,
  type SecondFactorService,
  secondFactorRoutes,
} from '#server/modules/identity/second-factor/index.ts'
import {
  type ActingService,
  actingRoutes,
  createActingService,
  createSessionsService,
  type SessionsService,
  sessionRoutes,
} from '#server/modules/identity/sessions/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import { buildMail } from './build-mail.ts'
import { buildSiteEditing, buildSites } from './build-sites.ts'
import type { Platform } from './platform.ts'

const QUARTER = 15 * 60
const HOUR = 60 * 60

interface SignInParts {
  accounts: AccountsService
  sites: SitesService
  sessions: SessionsService
  acting: ActingService
  secondFactor: SecondFactorService
  terms: TermsService
  mail: MailService
  notifications: Notifications
}

function buildSignIn(platform: Platform, parts: SignInParts) {
  const { db, pool } = platform
  const oneTimeCodes = createOneTimeCodesService({ db, pepper: platform.secretKey })
  const profileDeps = {
    db,
    ...parts,
    oneTimeCodes,
    mailChanges: createRateLimit(pool, { name: 'mail-change', points: 6, seconds: HOUR }),
    identityKey: platform.secretKey,
  }
  const profile = createProfileService(profileDeps)
  const limits = createAuthLimits(pool)
  const { queue, social } = platform
  const auth = createAuthService({ db, ...parts, profile, oneTimeCodes, limits, queue, social })
  return { profile, mailChange: createMailChange(profileDeps), auth }
}

/** Two-factor authentication, and impersonation, which requires it. */
function buildProofs(
  { db, pool, secretKey }: Platform,
  parts: Pick<SignInParts, 'accounts' | 'mail' | 'sites' | 'notifications'>,
) {
  const tries = (name: string) => createRateLimit(pool, { name, points: 10, seconds: QUARTER })
  const secondFactor = createSecondFactorService({
    db,
    secretBox: createSecretBox(secretKey),
    ...parts,
    tries: tries('second-factor'),
    pepper: secretKey,
  })
  const acting = createActingService({
    db,
    ...parts,
    secondFactor,
    codeTries: tries('acting-code'),
    ends: createRateLimit(pool, { name: 'acting-end', points: 60, seconds: QUARTER }),
  })
  return { secondFactor, acting }
}

/** Everything about users: brands, accounts, mail, sign-in, sessions, second factor, terms, profile. */
export function buildPeople(platform: Platform, wallet: Wallet) {
  const { db, pool } = platform
  const accounts: AccountsService = createAccountsService({
    db,
    wallet,
    subscriptions: createSubscriptionRecords(db, platform.clock ?? systemClock),
    passwordTries: createRateLimit(pool, { name: 'password', points: 10, seconds: QUARTER }),
  })
  const sites = buildSites(platform, { accounts: () => accounts, terms: () => terms })
  const { mail, mailServers, mailReceiver, notifications, ...mails } = buildMail(platform, {
    sites,
    accounts,
  })
  const sessions = createSessionsService({ db, accounts })
  const { secondFactor, acting } = buildProofs(platform, { accounts, mail, sites, notifications })
  const terms: TermsService = createTermsService({
    db,
    sites,
    siteOwner: async (siteId) => (await sites.find(siteId))?.account_id ?? null,
    userReply: (actor, host) => profile.show(actor, host),
  })
  const services = { accounts, sites, sessions, acting, secondFactor, terms, mail, notifications }
  const { profile, mailChange, auth } = buildSignIn(platform, services)
  const siteEditing = buildSiteEditing(platform, { accounts, sites, terms, mail, notifications })
  const routes: Route[] = [
    ...siteEditing.routes,
    ...authRoutes(auth),
    ...profileRoutes(profile, mailChange),
    ...sessionRoutes(sessions),
    ...actingRoutes(acting),
    ...secondFactorRoutes(secondFactor),
    ...termsRoutes(terms),
    ...checklistRoutes(createChecklistService({ db, secondFactor, mail, sites })),
    ...mails.routes,
    ...notificationRoutes(notifications),
  ]
  return {
    accounts,
    sites,
    ...siteEditing.modules,
    sessions,
    secondFactor,
    terms,
    mail,
    mailServers,
    mailReceiver,
    notifications,
    profile,
    auth,
    routes,
  }
}
