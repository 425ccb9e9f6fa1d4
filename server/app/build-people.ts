import { type AccountsService, createAccountsService } from '#server/modules/accounts/index.ts'
import { authRoutes, createAuthLimits, createAuthService } from '#server/modules/auth/index.ts'
import { checklistRoutes, createChecklistService } from '#server/modules/checklist/index.ts'
import { createMailService, mailRoutes } from '#server/modules/mail/index.ts'
import { createNotifications, notificationRoutes } from '#server/modules/notifications/index.ts'
import { createOneTimeCodesService } from '#server/modules/one-time-codes/index.ts'
import { createMailChange, createProfileService, profileRoutes } from '#server/modules/profile/index.ts'
import { createResellersService, resellerRoutes } from '#server/modules/resellers/index.ts'
import { createSecondFactorService, secondFactorRoutes } from '#server/modules/second-factor/index.ts'
import { createSessionsService, sessionRoutes } from '#server/modules/sessions/index.ts'
import { createSitesService, siteRoutes } from '#server/modules/sites/index.ts'
import { createTeamService, type TeamDeps } from '#server/modules/team/index.ts'
import { createTermsService, type TermsService, termsRoutes } from '#server/modules/terms/index.ts'
import type { Wallet } from '#server/modules/wallet/index.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

const QUARTER = 15 * 60
const HOUR = 60 * 60

/** Sites, and what they ask about themselves from modules that are built on them. */
function buildSites(
  platform: Platform,
  { accounts, terms }: { accounts: () => AccountsService; terms: () => TermsService },
) {
  return createSitesService({
    db: platform.db,
    secretBox: createSecretBox(platform.secretKey),
    platform: platform.site,
    termsOf: (siteId) => terms().current(siteId),
    takesSignUps: async (site) => (await accounts().signUpPlan(site)) !== null,
  })
}

/** Everything about who a user is: brands, accounts, mail, ways in, sessions, second factor, terms, profile. */
export function buildPeople(platform: Platform, wallet: Wallet) {
  const { db, pool, queue, secretKey: key } = platform
  const secretBox = createSecretBox(key)
  const limit = (name: string, points: number, seconds: number) =>
    createRateLimit(pool, { name, points, seconds })

  const accounts: AccountsService = createAccountsService({
    db,
    wallet,
    passwordTries: limit('password', 10, QUARTER),
  })
  const sites = buildSites(platform, { accounts: () => accounts, terms: () => terms })
  const mail = createMailService({
    ...{ db, queue, secretBox },
    transport: platform.mailTransport,
    brandOf: sites.brandOf,
    findUser: accounts.findUser,
  })
  const notifications = createNotifications({ db, mail, sites })
  const sessions = createSessionsService({ db, accounts })
  const secondFactor = createSecondFactorService({
    db,
    secretBox,
    accounts,
    mail,
    sites,
    tries: limit('second-factor', 10, QUARTER),
    pepper: key,
  })
  const terms: TermsService = createTermsService({
    db,
    sites,
    siteOwner: async (siteId) => (await sites.find(siteId))?.account_id ?? null,
    userReply: (actor, host) => profile.show(actor, host),
  })
  const oneTimeCodes = createOneTimeCodesService({ db, pepper: key })
  const shared = { db, accounts, sites, sessions, secondFactor, terms, mail, notifications, oneTimeCodes }
  const profileDeps = { ...shared, mailChanges: limit('mail-change', 6, HOUR), identityKey: key }
  const profile = createProfileService(profileDeps)
  const auth = createAuthService({
    ...shared,
    profile,
    limits: createAuthLimits(pool),
    social: platform.social,
  })

  const routes: Route[] = [
    ...siteRoutes(sites, limit('domain-ask', 120, QUARTER)),
    ...authRoutes(auth),
    ...profileRoutes(profile, createMailChange(profileDeps)),
    ...sessionRoutes(sessions),
    ...secondFactorRoutes(secondFactor),
    ...termsRoutes(terms),
    ...checklistRoutes(createChecklistService({ db, secondFactor, mail, sites })),
    ...mailRoutes(mail),
    ...notificationRoutes(notifications),
    ...resellerRoutes(createResellersService({ db, accounts, sites })),
  ]
  return { ...shared, profile, auth, limit, routes }
}

type People = Omit<ReturnType<typeof buildPeople>, 'routes'>

/** What a team asks of sessions, ways in and terms. */
function teamLinks({ auth, sessions, secondFactor, sites, terms, limit }: People) {
  return {
    limits: { invite: limit('invite', 20, HOUR), accept: limit('accept-invitation', 100, HOUR) },
    revokeSessions: (userId) => sessions.revokeAll(userId),
    signIn: async (user, from) => auth.finishSignIn.open(user, await sites.ofHost(from.host), from),
    secondFactorUsers: (userIds) => secondFactor.usersWith(userIds),
    lastSeen: (userIds) => sessions.lastSeen(userIds),
    async acceptTerms({ version, ...acceptance }) {
      await terms.requireAccepted(acceptance.siteId, version)
      await terms.acceptIfCurrent({ ...acceptance, version })
    },
  } satisfies Partial<TeamDeps>
}

/** The team of an account, over people, lists and credits. */
export const buildTeam = (
  { site }: Platform,
  people: People,
  parts: Pick<TeamDeps, 'lists' | 'runs' | 'wallet'>,
) =>
  createTeamService({ ...people, ...teamLinks(people), ...parts, passwordMinLength: site.passwordMinLength })
