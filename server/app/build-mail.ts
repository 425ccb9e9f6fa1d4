import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { createNotifications, type Notifications } from '#server/modules/activity/notifications/index.ts'
import {
  createMailBounces,
  createMailService,
  createMailTemplates,
  createMailTexts,
  mailBounceRoutes,
  mailRoutes,
  mailTemplateRoutes,
  returnAddress,
} from '#server/modules/branding/mail/index.ts'
import {
  createMailSenders,
  createMailServersService,
  findPlatformAccount,
  mailServerRoutes,
  sendTest,
} from '#server/modules/branding/mail-servers/index.ts'
import { createWhoseSite, type SitesService } from '#server/modules/branding/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'

const HOUR = 60 * 60

interface MailParts {
  sites: SitesService
  accounts: AccountsService
}

/** Mails of all brands, the servers they leave by, and what people are notified of by them. */
export function buildMail(platform: Platform, { sites, accounts }: MailParts) {
  const { db, pool, queue, dns, log, mailReach, mailTransport: transport } = platform
  const clock = platform.clock ?? systemClock
  const secretBox = createSecretBox(platform.secretKey)
  const whose = createWhoseSite({ db, realmOf: accounts.realmOf })
  const accountOf = async (siteId: number) => (await sites.find(siteId))?.account_id ?? null
  const senders = createMailSenders({
    db,
    secretBox,
    platformTransport: transport,
    connect: mailReach.connect,
    accountOf,
  })
  const texts = createMailTexts({ db, accountOf })
  const bounces = createMailBounces({
    db,
    key: platform.secretKey,
    accountOf: (siteId) => (siteId === null ? findPlatformAccount(db) : accountOf(siteId)),
    onPaused: (accountId, since) =>
      notifications.notify({
        accountId,
        permission: 'owner',
        kind: 'mail_paused',
        detail: { since: since.toISOString() },
      }),
    onForged: () => log.warn('a report of failed delivery came that answers no mail of ours'),
    now: clock.now,
  })
  const mail = createMailService({
    db,
    queue,
    secretBox,
    transport,
    sendersOf: senders.of,
    bounces,
    returnAddress: (id, domain) => returnAddress(platform.secretKey, id, domain),
    textOf: texts.textOf,
    onBrokenText: (err, { id, site_id, template }) =>
      log.error(
        { err, mail: id, site_id, template },
        'the text of a brand could not be used; the built-in one was sent',
      ),
    brandOf: sites.brandOf,
    findUser: accounts.findUser,
    whose,
    close: senders.close,
  })
  const notifications: Notifications = createNotifications({ db, mail, sites })
  const mailServers = createMailServersService({
    db,
    secretBox,
    dns,
    clock,
    whose,
    senders,
    brandOf: sites.brandOf,
    mappedHosts: mailReach.hosts,
    pausedAt: bounces.pausedAt,
  })
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: HOUR })
  const templates = createMailTemplates({ db, whose, sites, texts })
  const routes: Route[] = [
    ...mailRoutes(mail),
    ...mailBounceRoutes({
      db,
      bounces,
      whose,
      limits: { report: limit('mail-report', 10_000), subscription: limit('unsubscribe', 600) },
    }),
    ...mailTemplateRoutes({
      templates,
      findUser: accounts.findUser,
      limit: limit('mail-template-test', 60),
      async sendNow(actor, accountId, to, content) {
        const { account, brand } = await mailServers.find(actor, accountId)
        const [sender] = await senders.ofAccount(account.id, brand)
        if (!sender) throw new Error('An account has no way to send mail')
        return sendTest(brand, sender, to, content)
      },
    }),
    ...mailServerRoutes({
      servers: mailServers,
      senders,
      testContent: mail.testContent,
      limits: { test: limit('mail-server-test', 60), check: limit('mail-server-check', 120) },
    }),
  ]
  return { mail, mailServers, notifications, routes }
}
