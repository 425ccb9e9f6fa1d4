import { OPEN_AI_BASE_URL, OPEN_AI_MODEL } from '#contract/ai/open-ai.ts'
import { CONTACT_CRMS, type ContactCrmId } from '#contract/core/crms/index.ts'
import type { SitePlatform } from '#server/modules/branding/sites/index.ts'
import { createReleaseBase } from '#server/modules/sources/corpus/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import { CRAWL_DEFAULTS } from '#server/platform/crawl/crawl-types.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { parseHostMap, readHostTargets } from '#server/platform/fetch/host-map.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { recordPages } from '#server/platform/fetch/recording-outbound.ts'
import type { Log } from '#server/platform/log.ts'
import { createTcpConnect } from '#server/platform/net/tcp-connect.ts'
import { CONTACT_CRM_ADAPTERS, type CrmSetup } from '#server/providers/crms/index.ts'
import { VENDOR_URLS, type VendorSourceId } from '#server/providers/lead-sources/index.ts'
import {
  createConsoleTransport,
  createSmtpTransport,
  type MailTransport,
  parseSmtpUrl,
} from '#server/providers/mail/index.ts'
import { createPayKickstart, type StripeSettings } from '#server/providers/payments/index.ts'
import { createSocialProviders } from '#server/providers/social-login/index.ts'
import { createWebsiteReader } from '#server/website-reader/index.ts'

/** CRM settings of the environment. */
interface CrmOptions {
  baseUrl?: string
  consentUrl?: string
  clientId?: string
  clientSecret?: string
}

/** Mail and vendor settings of the environment; see docs/operating.md. Absent parts are off or the vendor's own. */
export interface ExternalServicesOptions {
  /** Names mapped to a loopback address: `name=127.0.0.1:8081, …`. Development and tests. */
  hostMap?: string
  /** The same for mail domains and hosts. */
  mxMap?: string
  /** Name servers instead of the system's. */
  dnsServers?: string
  verify?: { smtp?: 'auto' | 'on' | 'off'; helo?: string; from?: string }
  crawl?: {
    maxPages?: number
    delayMs?: number
    pageTimeoutMs?: number
    hosts?: number
    userAgent?: string
  }
  /** Folder or URL of the Overture Maps releases; the public ones when absent. */
  overtureBase?: string
  /** Base URLs of lead vendors by source; the vendor's own where absent. */
  vendorUrls?: Partial<Record<VendorSourceId, string | undefined>>
  /** The platform's own language model; none when absent. */
  openAi?: { baseUrl?: string; key?: string; model?: string }
  /** CRMs: their URLs and our OAuth clients; the CRM's own URLs where absent. */
  crms?: Partial<Record<ContactCrmId, CrmOptions>>
  /** PayKickstart's API; its own URL where absent. */
  payKickstartUrl?: string
  /** The platform's Stripe account; card payments are off when absent. */
  stripe?: StripeSettings
  publicUrl?: string
  mainSuiteDomain?: string
  whiteLabelSuiteDomain?: string
  passwordMinLength?: number
  smtpUrl?: string
  mailFrom?: string
  google?: {
    clientId?: string
    clientSecret?: string
    popupType?: 'CODE' | 'TOKEN' | 'CREDENTIAL'
    redirectUri?: string
    oauthUrl?: string
    certsUrl?: string
  }
  facebook?: {
    appId?: string
    appSecret?: string
    version?: string
    pageView?: boolean
    graphUrl?: string
  }
  mapTiles?: { url: string; attribution: string }
}

const VERSION = 'v25.0'

/** Services shared by all sites. `listening` returns this process's address while none is configured. */
export function sitePlatform(options: ExternalServicesOptions, listening: () => string): SitePlatform {
  const { google, facebook, mainSuiteDomain, whiteLabelSuiteDomain } = options
  return {
    publicUrl: () => options.publicUrl ?? (mainSuiteDomain ? `https://${mainSuiteDomain}` : listening()),
    mainSuiteDomain: mainSuiteDomain?.toLowerCase() ?? null,
    whiteLabelSuiteDomain: whiteLabelSuiteDomain?.toLowerCase() ?? null,
    mailFrom: options.mailFrom ?? null,
    passwordMinLength: options.passwordMinLength ?? 6,
    google: google?.clientId
      ? {
          clientId: google.clientId,
          clientSecret: google.clientSecret ?? null,
          popupType: google.popupType ?? 'CODE',
        }
      : null,
    facebook:
      facebook?.appId && facebook.appSecret
        ? { appId: facebook.appId, appSecret: facebook.appSecret, pageView: facebook.pageView ?? false }
        : null,
    facebookVersion: facebook?.version ?? VERSION,
    mapTiles: options.mapTiles ?? null,
  }
}

/** The operator's mail transport, and how brands' servers are reached. */
export function mailTransports(options: ExternalServicesOptions, log: Log, dns: DnsClient) {
  const reach = mailReach(options, dns)
  return { mailTransport: mailTransport(options, log, reach), mailReach: reach }
}

/** Mail goes to the SMTP server, or into the log without one. That server may be private. */
function mailTransport(options: ExternalServicesOptions, log: Log, reach: MailReach): MailTransport {
  if (!options.smtpUrl) return createConsoleTransport({ print: (text) => log.info(text) })
  const settings = parseSmtpUrl(options.smtpUrl)
  return createSmtpTransport(settings, reach.hosts.has(settings.host) ? { connect: reach.connect } : {})
}

type MailReach = ReturnType<typeof mailReach>

/** Connects to mail servers entered by people: on the public internet, or through HOST_MAP on this machine. */
function mailReach({ hostMap }: ExternalServicesOptions, dns: DnsClient) {
  const hostTargets = readHostTargets(parseHostMap(hostMap ?? ''))
  return {
    connect: createTcpConnect({ dns, hostTargets, connectTimeoutMs: 10_000 }),
    hosts: new Set(hostTargets.keys()),
  }
}

/** Social sign-in providers, at the URLs configured by the operator. */
export function socialProviders({ google, facebook }: ExternalServicesOptions, log: Log) {
  const addresses = {
    oauthUrl: google?.oauthUrl ?? 'https://oauth2.googleapis.com',
    certsUrl: google?.certsUrl ?? 'https://www.googleapis.com',
    graphUrl: facebook?.graphUrl ?? 'https://graph.facebook.com',
  }
  const outbound = createOutbound({
    userAgent: 'sign-in',
    privateOrigins: Object.values(addresses).map((address) => new URL(address).origin),
    log,
  })
  const providers = createSocialProviders({
    outbound,
    log,
    google: { ...addresses, redirectUri: google?.redirectUri ?? 'postmessage' },
    facebook: { graphUrl: addresses.graphUrl, version: facebook?.version ?? VERSION },
  })
  return { providers, close: () => outbound.close() }
}

/** Default number of websites read concurrently. */
const WEBSITES_AT_ONCE = 16
/** Bytes of a page kept as evidence of where a value is. */
const MAX_KEPT_BYTES = 1_000_000
const BOT = 'LeadwrightBot'

/** The crawler's name for website owners, with a contact. */
const makeUserAgent = (options: ExternalServicesOptions): string =>
  options.crawl?.userAgent ?? `${BOT}/1.0${options.publicUrl ? ` (+${options.publicUrl})` : ''}`

/** Reads companies' websites: identified, within robots.txt, public addresses only. */
export function readWebsites(
  options: ExternalServicesOptions,
  { dns, log, clock }: { dns: DnsClient; log: Log; clock: Clock },
) {
  const { crawl = {} } = options
  const userAgent = makeUserAgent(options)
  const outbound = createOutbound({
    userAgent,
    hostMap: parseHostMap(options.hostMap ?? ''),
    ...(options.dnsServers && { lookup: dns.lookupName }),
    log,
  })
  const setup = {
    dns,
    clock,
    // The first word of the header is the name for robots.txt.
    robotsToken: userAgent.split(/[/\s]/)[0] || BOT,
    settings: {
      ...CRAWL_DEFAULTS,
      maxPages: crawl.maxPages ?? CRAWL_DEFAULTS.maxPages,
      delayMs: crawl.delayMs ?? CRAWL_DEFAULTS.delayMs,
      pageTimeoutMs: crawl.pageTimeoutMs ?? CRAWL_DEFAULTS.pageTimeoutMs,
    },
  }
  return {
    reader: createWebsiteReader({ outbound, ...setup }),
    /** Reads one website and keeps its pages as evidence. */
    async readWithPages(domain: string, request: { maxPages: number; signal: AbortSignal }) {
      const recorded = recordPages(outbound, MAX_KEPT_BYTES)
      const reader = createWebsiteReader({ outbound: recorded.outbound, ...setup })
      return { report: await reader.read(domain, request), pages: recorded.pages }
    },
    concurrentWebsites: crawl.hosts ?? WEBSITES_AT_ONCE,
    /** The same crawler for the pages of one website. */
    crawling: { outbound, ...setup },
    close: () => outbound.close(),
  }
}

/** Sends events to customers' URLs, public addresses only. */
export function webhookSending(options: ExternalServicesOptions, log: Log) {
  const hostMap = parseHostMap(options.hostMap ?? '')
  const outbound = createOutbound({ userAgent: 'Webhooks/1.0', hostMap, log })
  return { outbound, hosts: new Set(Object.keys(hostMap)), close: () => outbound.close() }
}

/** The User-Agent for vendors, CRMs and models. Unbranded, because resellers' customers see it in their logs. */
const API_CLIENT = 'API-Client/1.0'

/** The bucket of the Overture Maps releases. */
const OVERTURE_BASE = 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/release'

/** Overture Maps releases, read anonymously. Only a URL configured by the operator may be private. */
export function readReleases({ overtureBase, hostMap }: ExternalServicesOptions, log: Log) {
  const isPrivateAllowed = overtureBase !== undefined && /^https?:/i.test(overtureBase)
  const outbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap: parseHostMap(hostMap ?? ''),
    ...(isPrivateAllowed && { privateOrigins: [new URL(overtureBase).origin] }),
    log,
  })
  return { base: createReleaseBase(overtureBase ?? OVERTURE_BASE, outbound), close: () => outbound.close() }
}

/** How lead vendors are reached. Only a URL configured by the operator may be private. */
export function reachVendors(options: ExternalServicesOptions, log: Log) {
  const { vendorUrls = {}, hostMap } = options
  const urls = Object.values(vendorUrls).filter((url) => url !== undefined)
  const outbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap: parseHostMap(hostMap ?? ''),
    privateOrigins: urls.map((url) => new URL(url).origin),
    log,
  })
  const findBaseUrl = (id: VendorSourceId): string => vendorUrls[id] ?? VENDOR_URLS[id]
  return { outbound, findBaseUrl, userAgent: makeUserAgent(options), close: () => outbound.close() }
}

/**
 * How language models are reached. The operator's own URL may be private (Ollama on this machine); URLs entered
 * by accounts use a separate fetcher, which reaches public addresses only.
 */
export function reachModels({ openAi, hostMap: mapped }: ExternalServicesOptions, log: Log) {
  const hostMap = parseHostMap(mapped ?? '')
  const baseUrl = (openAi?.baseUrl ?? OPEN_AI_BASE_URL).replace(/\/+$/, '')
  const outbound = createOutbound({ userAgent: API_CLIENT, hostMap, log })
  const platformOutbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap,
    privateOrigins: openAi?.baseUrl ? [new URL(baseUrl).origin] : [],
    log,
  })
  const isSet = Boolean(openAi?.key || openAi?.baseUrl)
  return {
    platform: isSet ? { baseUrl, key: openAi?.key ?? '', model: openAi?.model ?? OPEN_AI_MODEL } : null,
    outbound,
    platformOutbound,
    hosts: new Set(Object.keys(hostMap)),
    close: async () => {
      await Promise.all([outbound.close(), platformOutbound.close()])
    },
  }
}

/** How CRMs are reached. Only a URL configured by the operator may be private. */
export function reachCrms({ crms = {}, hostMap }: ExternalServicesOptions, log: Log) {
  const urls = Object.values(crms).flatMap(({ baseUrl }) => baseUrl ?? [])
  const outbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap: parseHostMap(hostMap ?? ''),
    privateOrigins: urls.map((url) => new URL(url).origin),
    log,
  })
  const makeSetup = (id: ContactCrmId): CrmSetup => {
    const { urls } = CONTACT_CRM_ADAPTERS[id]
    const { clientId, clientSecret, baseUrl = urls.base, consentUrl = urls.consent } = crms[id] ?? {}
    const client = clientId && clientSecret ? { id: clientId, secret: clientSecret } : null
    return { outbound, baseUrl, consentUrl, client, tokenUrl: urls.token(baseUrl) }
  }
  const setups = Object.fromEntries(CONTACT_CRMS.map((id) => [id, makeSetup(id)]))
  return { setups: setups as Record<ContactCrmId, CrmSetup>, close: () => outbound.close() }
}

const PAYKICKSTART_URL = 'https://app.paykickstart.com/api'

/** How PayKickstart is reached. Only a URL configured by the operator may be private. */
export function reachPayKickstart({ payKickstartUrl, hostMap }: ExternalServicesOptions, log: Log) {
  const outbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap: parseHostMap(hostMap ?? ''),
    privateOrigins: payKickstartUrl ? [new URL(payKickstartUrl).origin] : [],
    log,
  })
  const baseUrl = payKickstartUrl ?? PAYKICKSTART_URL
  return { api: createPayKickstart({ outbound, baseUrl }), close: () => outbound.close() }
}
