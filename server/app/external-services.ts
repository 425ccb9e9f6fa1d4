import { OPEN_AI_BASE_URL, OPEN_AI_MODEL } from '#contract/ai/open-ai.ts'
import type { SitePlatform } from '#server/modules/branding/sites/index.ts'
import { createReleaseBase } from '#server/modules/sources/corpus/index.ts'
import { CRAWL_DEFAULTS } from '#server/platform/crawl/crawl-types.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import { parseHostMap, readHostTargets } from '#server/platform/fetch/host-map.ts'
import { createOutbound } from '#server/platform/fetch/outbound.ts'
import { recordPages } from '#server/platform/fetch/recording-outbound.ts'
import type { Log } from '#server/platform/log.ts'
import { createTcpConnect } from '#server/platform/net/tcp-connect.ts'
import type { CrmSetup } from '#server/providers/crms/index.ts'
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

/** What the environment says about a CRM. */
interface CrmOptions {
  baseUrl?: string | undefined
  consentUrl?: string | undefined
  clientId?: string | undefined
  clientSecret?: string | undefined
}

/** What the environment says about mail and vendors; see docs/operating.md. Absent parts are off or the vendor's own. */
export interface ExternalServicesOptions {
  /** Names reached at a loopback address: `name=127.0.0.1:8081, …`. Development and tests. */
  hostMap?: string | undefined
  /** The same for mail domains and mail hosts. */
  mxMap?: string | undefined
  /** Name servers instead of the system's. */
  dnsServers?: string | undefined
  verify?: { smtp?: 'auto' | 'on' | 'off'; helo?: string; from?: string }
  crawl?: { maxPages?: number; delayMs?: number; hosts?: number; userAgent?: string | undefined }
  /** Folder or address of the releases of Overture Maps; the public ones when absent. */
  overtureBase?: string | undefined
  /** Addresses of vendors of leads, by source; the vendor's own where absent. */
  vendorUrls?: Partial<Record<VendorSourceId, string | undefined>>
  /** The platform's own language model; nobody's texts are written by one when absent. */
  openAi?: { baseUrl?: string | undefined; key?: string | undefined; model?: string | undefined } | undefined
  /** CRMs: their addresses and our clients there; the CRM's own addresses where absent. */
  crms?: Partial<Record<'ghl' | 'keap', CrmOptions>>
  /** PayKickstart's API; its own address where absent. */
  payKickstartUrl?: string | undefined
  /** The platform's account at Stripe; payments by card are off when absent. */
  stripe?: StripeSettings | undefined
  publicUrl?: string | undefined
  mainSuiteDomain?: string | undefined
  whiteLabelSuiteDomain?: string | undefined
  passwordMinLength?: number
  smtpUrl?: string | undefined
  mailFrom?: string | undefined
  google?: {
    clientId?: string | undefined
    clientSecret?: string | undefined
    popupType?: 'CODE' | 'TOKEN' | 'CREDENTIAL'
    redirectUri?: string
    oauthUrl?: string
    certsUrl?: string
  }
  facebook?: {
    appId?: string | undefined
    appSecret?: string | undefined
    version?: string
    pageView?: boolean
    graphUrl?: string
  }
  mapTiles?: { url: string; attribution: string } | undefined
}

const VERSION = 'v25.0'

/** What all sites share. `listening` tells where this process can be reached while nothing is configured. */
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

/** The operator's way out for mails, and how the servers of brands are reached. */
export function mailWays(options: ExternalServicesOptions, log: Log, dns: DnsClient) {
  const reach = mailReach(options, dns)
  return { mailTransport: mailTransport(options, log, reach), mailReach: reach }
}

/** Mail goes to the SMTP server, or into the log while there is none. That server may be a private one. */
function mailTransport(options: ExternalServicesOptions, log: Log, reach: MailReach): MailTransport {
  if (!options.smtpUrl) return createConsoleTransport({ print: (text) => log.info(text) })
  const settings = parseSmtpUrl(options.smtpUrl)
  return createSmtpTransport(settings, reach.hosts.has(settings.host) ? { connect: reach.connect } : {})
}

type MailReach = ReturnType<typeof mailReach>

/** Reaches mail servers that people typed: on the public internet, or by HOST_MAP on this machine. */
function mailReach({ hostMap }: ExternalServicesOptions, dns: DnsClient) {
  const hostTargets = readHostTargets(parseHostMap(hostMap ?? ''))
  return {
    connect: createTcpConnect({ dns, hostTargets, connectTimeoutMs: 10_000 }),
    hosts: new Set(hostTargets.keys()),
  }
}

/** The vendors that sign people in, at the addresses that the operator configured. */
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

/** Websites read at the same time by default otherwise. */
const WEBSITES_AT_ONCE = 16
/** Bytes of a page that are kept while someone is shown where a value stands. */
const KEPT_BYTES = 1_000_000
const BOT = 'LeadwrightBot'

/** The name that owners of websites see, and where to ask about it. */
const userAgentOf = (options: ExternalServicesOptions): string =>
  options.crawl?.userAgent ?? `${BOT}/1.0${options.publicUrl ? ` (+${options.publicUrl})` : ''}`

/** Reads companies' own websites: identified, within robots.txt, and only on the public internet. */
export function readWebsites(options: ExternalServicesOptions, dns: DnsClient, log: Log) {
  const { crawl = {} } = options
  const userAgent = userAgentOf(options)
  const outbound = createOutbound({
    userAgent,
    hostMap: parseHostMap(options.hostMap ?? ''),
    ...(options.dnsServers && { lookup: dns.lookupName }),
    log,
  })
  const setup = {
    // The first word of the header is what robots.txt can speak to.
    robotsToken: userAgent.split(/[/\s]/)[0] || BOT,
    settings: {
      ...CRAWL_DEFAULTS,
      maxPages: crawl.maxPages ?? CRAWL_DEFAULTS.maxPages,
      delayMs: crawl.delayMs ?? CRAWL_DEFAULTS.delayMs,
    },
  }
  return {
    reader: createWebsiteReader({ outbound, ...setup }),
    /** Reads one website and keeps its pages, for who shows where something stands. */
    async readWithPages(domain: string, request: { maxPages: number; signal: AbortSignal }) {
      const recorded = recordPages(outbound, KEPT_BYTES)
      const reader = createWebsiteReader({ outbound: recorded.outbound, ...setup })
      return { report: await reader.read(domain, request), pages: recorded.pages }
    },
    websitesAtOnce: crawl.hosts ?? WEBSITES_AT_ONCE,
    /** The same way out for who goes through the pages of a website. */
    crawling: { outbound, ...setup },
    close: () => outbound.close(),
  }
}

/** Sends events to the addresses that customers give: on the public internet only. */
export function webhookSending(options: ExternalServicesOptions, log: Log) {
  const hostMap = parseHostMap(options.hostMap ?? '')
  const outbound = createOutbound({ userAgent: 'Webhooks/1.0', hostMap, log })
  return { outbound, hosts: new Set(Object.keys(hostMap)) }
}

/** How the program calls itself at vendors, CRMs and models. Customers of resellers see it in the logs of theirs. */
const API_CLIENT = 'API-Client/1.0'

/** The bucket that Overture Maps publishes its releases in. */
const OVERTURE_BASE = 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com/release'

/** Releases of Overture Maps, read without signing in. Only an address that the operator gave may be a private one. */
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

/** How vendors of leads are reached. Only an address that the operator gave may be a private one. */
export function reachVendors(options: ExternalServicesOptions, log: Log) {
  const { vendorUrls = {}, hostMap } = options
  const given = Object.values(vendorUrls).filter((url) => url !== undefined)
  const outbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap: parseHostMap(hostMap ?? ''),
    privateOrigins: given.map((url) => new URL(url).origin),
    log,
  })
  const baseUrlOf = (id: VendorSourceId): string => vendorUrls[id] ?? VENDOR_URLS[id]
  return { outbound, baseUrlOf, userAgent: userAgentOf(options), close: () => outbound.close() }
}

/**
 * How language models are reached. The operator's own address may be a private one (Ollama on this machine); those that
 * accounts type go through a fetcher of their own, which reaches the public internet only.
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

const CRM_URLS = {
  ghl: {
    base: 'https://services.leadconnectorhq.com',
    consent: 'https://marketplace.gohighlevel.com/v2/oauth/chooselocation',
    token: (base: string) => `${base}/oauth/token`,
  },
  keap: {
    base: 'https://api.infusionsoft.com/crm',
    consent: 'https://accounts.infusionsoft.com/app/oauth/authorize',
    // Beside the API, not below it.
    token: (base: string) => new URL('/token', base).href,
  },
} as const

/** How CRMs are reached. Only an address that the operator gave may be a private one. */
export function reachCrms({ crms = {}, hostMap }: ExternalServicesOptions, log: Log) {
  const given = Object.values(crms).flatMap(({ baseUrl }) => baseUrl ?? [])
  const outbound = createOutbound({
    userAgent: API_CLIENT,
    hostMap: parseHostMap(hostMap ?? ''),
    privateOrigins: given.map((url) => new URL(url).origin),
    log,
  })
  const setupOf = (id: 'ghl' | 'keap'): CrmSetup => {
    const {
      clientId,
      clientSecret,
      baseUrl = CRM_URLS[id].base,
      consentUrl = CRM_URLS[id].consent,
    } = crms[id] ?? {}
    const client = clientId && clientSecret ? { id: clientId, secret: clientSecret } : null
    return { outbound, baseUrl, consentUrl, client, tokenUrl: CRM_URLS[id].token(baseUrl) }
  }
  return { setups: { ghl: setupOf('ghl'), keap: setupOf('keap') }, close: () => outbound.close() }
}

const PAYKICKSTART_URL = 'https://app.paykickstart.com/api'

/** How PayKickstart is reached. Only an address that the operator gave may be a private one. */
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
