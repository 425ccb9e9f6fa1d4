import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { acceptsPayments } from '#server/modules/accounts/paykickstart/index.ts'
import type { TermsService } from '#server/modules/accounts/terms/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import {
  allDomainRoutes,
  createAllDomains,
  createDomainsService,
  createSetupSteps,
  createSiteEditing,
  createSiteScope,
  createSitesService,
  type DomainEvents,
  recheckDomains,
  type SetupCheck,
  type SitesService,
  siteChecks,
  siteRoutes,
} from '#server/modules/branding/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Platform } from './platform.ts'

const HOUR = 60 * 60

/** Sites, and hooks for modules built on them. */
export const buildSites = (
  platform: Platform,
  { accounts, terms }: { accounts: () => AccountsService; terms: () => TermsService },
): SitesService =>
  createSitesService({
    db: platform.db,
    secretBox: createSecretBox(platform.secretKey),
    platform: platform.site,
    termsOf: (siteId) => terms().current(siteId),
    allowsSignUps: async (site) => (await accounts().signUpPlan(site)) !== null,
  })

interface EditingParts {
  accounts: AccountsService
  sites: SitesService
  terms: TermsService
  mail: MailService
  notifications: Notifications
}

const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Notifies a site's owners when its domain fails or is lost. */
function domainEvents({ sites, notifications }: Pick<EditingParts, 'sites' | 'notifications'>): DomainEvents {
  const accountOf = async (siteId: number) => (await sites.find(siteId))?.account_id
  return {
    async failing({ siteId, host, since, day, darkAt }) {
      const accountId = await accountOf(siteId)
      if (accountId === undefined) return
      const detail = { host, since: since.toISOString(), day, dark_day: dayOf(darkAt) }
      await notifications.notify({ accountId, permission: 'owner', kind: 'domain_failing', detail })
    },
    async lost({ siteId, host, since }) {
      sites.hosts.forget()
      const accountId = await accountOf(siteId)
      if (accountId === undefined) return
      const detail = { host, since: since.toISOString() }
      await notifications.notify({ accountId, permission: 'owner', kind: 'domain_lost', detail })
    },
  }
}

/** Setup steps of other features. */
const otherChecks = (
  { db }: Pick<Platform, 'db'>,
  { accounts, mail }: Pick<EditingParts, 'accounts' | 'mail'>,
): SetupCheck[] => [
  {
    key: 'mail',
    title: 'Send email to your customers',
    link: '/whitelabel/business-account',
    async check({ site }) {
      if (!(await mail.works())) return 'No mail has been delivered yet'
      return site?.mail_from ? null : 'Choose your sender address'
    },
  },
  {
    key: 'package',
    title: 'Create a package for your customers',
    link: '/whitelabel/packages',
    check: async ({ account, site }) =>
      (await accounts.signUps.show(account, site)).sign_up_plans.length > 0 ? null : 'Create a package',
  },
  {
    key: 'payment',
    title: 'Take payments',
    link: '/whitelabel/stripe',
    check: async ({ account }) =>
      (await acceptsPayments(db, account.id)) ? null : 'Connect Stripe or PayKickstart',
  },
  {
    key: 'first_customer',
    title: 'Win your first customer',
    link: '/whitelabel/subscriptions',
    check: async ({ account }) =>
      (await accounts.hasCustomers(account.id)) ? null : 'Nobody has registered yet',
  },
]

/** Brand, domains and setup of sites, for their owners. */
export function buildSiteEditing(platform: Platform, parts: EditingParts) {
  const { db, pool, dns, site } = platform
  const { accounts, sites, terms } = parts
  const clock = platform.clock ?? systemClock
  const events = domainEvents(parts)
  const siteScope = createSiteScope({ db, realmOf: accounts.realmOf })
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: HOUR })
  const domains = createDomainsService({ db, dns, clock, sites, siteScope, platform: site, events })
  const editing = createSiteEditing({
    db,
    secretBox: createSecretBox(platform.secretKey),
    sites,
    siteScope,
    signUps: accounts.signUps,
    termsOf: (siteId) => terms.current(siteId),
  })
  const steps = createSetupSteps({ siteScope, checks: [...siteChecks(db), ...otherChecks(platform, parts)] })
  const limits = { verify: limit('domain-verify', 120), images: limit('brand-image', 120) }
  const suite = site.whiteLabelSuiteDomain ?? site.mainSuiteDomain
  return {
    modules: { domains, recheckDomains: () => recheckDomains({ db, dns, clock, events, suite }) },
    routes: [
      ...siteRoutes({ sites, editing, domains, steps, limits }),
      ...allDomainRoutes(createAllDomains({ db, sites })),
    ],
  }
}
