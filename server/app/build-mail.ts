import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import { createNotifications, type Notifications } from '#server/modules/activity/notifications/index.ts'
import {
  createMailBounces,
  createMailService,
  createMailTemplates,
  createMailTexts,
  type MailService,
  mailBounceRoutes,
  mailRoutes,
  mailTemplateRoutes,
  returnAddress,
} from '#server/modules/branding/mail/index.ts'
import {
  createMailEventReceiver,
  createMailEventsService,
  mailEventRoutes,
} from '#server/modules/branding/mail-events/index.ts'
import {
  createMailSenders,
  createMailServersService,
  findPlatformAccount,
  type MailServersService,
  mailServerRoutes,
  sendTest,
} from '#server/modules/branding/mail-servers/index.ts'
import { createSiteScope, type SitesService } from '#server/modules/branding/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createSecretBox } from '#server/platform/crypto/secret-box.ts'
import { createRateLimit } from '#server/platform/http/rate-limit.ts'
import type { Route } from '#server/platform/http/route.ts'
import type { Platform } from './platform.ts'
import type { WebhookReceiver } from './webhook-receivers.ts'

const HOUR = 60 * 60

interface MailParts {
  sites: SitesService
  accounts: AccountsService
}
type Notify = Notifications['notify']

/** Bounces, brand texts and brand mail servers. */
function buildParts(platform: Platform, { sites, accounts }: MailParts, notify: () => Notify) {
  const { db, log, mailReach, mailTransport, secretKey } = platform
  const clock = platform.clock ?? systemClock
  const secretBox = createSecretBox(secretKey)
  const siteScope = createSiteScope({ db, realmOf: accounts.realmOf })
  const accountOf = async (siteId: number) => (await sites.find(siteId))?.account_id ?? null
  const texts = createMailTexts({ db, accountOf })
  const { connect } = mailReach
  const senders = createMailSenders({ db, secretBox, platformTransport: mailTransport, connect, accountOf })
  const bounces = createMailBounces({
    db,
    key: secretKey,
    accountOf: (siteId) => (siteId === null ? findPlatformAccount(db) : accountOf(siteId)),
    onPaused: (accountId, since) =>
      notify()({
        accountId,
        permission: 'owner',
        kind: 'mail_paused',
        detail: { since: since.toISOString() },
      }),
    onForged: () => log.warn('a bounce report that matches no mail arrived'),
    now: clock.now,
  })
  return { clock, secretBox, whose: siteScope, texts, senders, bounces }
}
type Parts = ReturnType<typeof buildParts>

const buildService = (platform: Platform, { sites, accounts }: MailParts, parts: Parts) =>
  createMailService({
    db: platform.db,
    queue: platform.queue,
    secretBox: parts.secretBox,
    transport: platform.mailTransport,
    sendersOf: parts.senders.of,
    bounces: parts.bounces,
    returnAddress: (id, domain) => returnAddress(platform.secretKey, id, domain),
    textOf: parts.texts.textOf,
    onBrokenText: (err, { id, site_id, template }) =>
      platform.log.error(
        { err, mail: id, site_id, template },
        "a brand's mail text is invalid; the built-in one was sent",
      ),
    brandOf: sites.brandOf,
    findUser: accounts.findUser,
    siteScope: parts.whose,
    close: parts.senders.close,
  })

/** Where email services report bounces. */
function buildReceiver(
  { db, pool, secretKey, webhookSending: { outbound } }: Platform,
  { bounces, secretBox, clock }: Parts,
): WebhookReceiver {
  const take = createMailEventReceiver({
    db,
    secretBox,
    key: secretKey,
    bounces,
    outbound,
    limit: createRateLimit(pool, { name: 'mail-events', points: 10_000, seconds: HOUR }),
    now: clock.now,
  })
  return {
    path: '/webhooks/mail/:sender/:token',
    isOn: true,
    receive: (body, headers, { ip, params: { sender = '', token = '' } }) =>
      take({ sender, token, ip, body, headers }),
  }
}

/** Brands' servers and texts, for their owners. */
function buildRoutes(
  { db, pool, secretKey }: Platform,
  { sites, accounts }: MailParts,
  { whose: siteScope, senders, bounces, texts, secretBox }: Parts,
  { mail, mailServers }: { mail: MailService; mailServers: MailServersService },
): Route[] {
  const limit = (name: string, points: number) => createRateLimit(pool, { name, points, seconds: HOUR })
  return [
    ...mailRoutes(mail),
    ...mailBounceRoutes({
      db,
      bounces,
      siteScope,
      limits: { report: limit('mail-report', 10_000), subscription: limit('unsubscribe', 600) },
    }),
    ...mailEventRoutes(
      createMailEventsService({ db, secretBox, key: secretKey, siteScope, brandOf: sites.brandOf }),
    ),
    ...mailTemplateRoutes({
      templates: createMailTemplates({ db, siteScope, sites, texts }),
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
}

/** Mail of all brands, its servers, and notification mail. */
export function buildMail(platform: Platform, base: MailParts) {
  const { db, dns, mailReach } = platform
  const parts = buildParts(platform, base, () => notifications.notify)
  const mail = buildService(platform, base, parts)
  const notifications: Notifications = createNotifications({ db, mail, sites: base.sites })
  const { clock, secretBox, whose: siteScope, senders, bounces } = parts
  const mailServers = createMailServersService({
    db,
    secretBox,
    dns,
    clock,
    siteScope,
    senders,
    brandOf: base.sites.brandOf,
    mappedHosts: mailReach.hosts,
    pausedAt: bounces.pausedAt,
  })
  const routes = buildRoutes(platform, base, parts, { mail, mailServers })
  return { mail, mailServers, mailReceiver: buildReceiver(platform, parts), notifications, routes }
}
