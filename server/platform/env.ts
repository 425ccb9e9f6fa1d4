import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { parseDnsServers } from './dns/dns-servers.ts'
import { type AuditHeadTarget, auditHeadTargets, readAuditKeys } from './env-audit.ts'
import { type BackupSettings, readBackups } from './env-backup.ts'
import { prepareDataDir, secretKey } from './env-data-dir.ts'
import { EnvError } from './env-error.ts'
import { type ObserveOptions, readObserve } from './env-observe.ts'
import { withSecretFiles } from './env-secret-files.ts'
import {
  baseAddress,
  emailAddress,
  headerText,
  hostName,
  LOG_LEVELS,
  optional,
  origins,
  port,
  webAddress,
  whole,
} from './env-values.ts'
import { readVendors } from './env-vendors.ts'
import { parseHostMap } from './fetch/host-map.ts'
import { STOP_TIMES, type StopTimes } from './http/drain.ts'
import type { ApiOrigins } from './http/other-origins.ts'
import { tileServerProblem } from './tile-server.ts'

export { EnvError }

/** All variables of the environment. */
const Variables = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), '127.0.0.1'),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: optional,
  ADMIN_EMAIL: z._default(emailAddress, 'admin@example.com'),
  ADMIN_PASSWORD: optional,
  SECRET_KEY: optional,
  AUDIT_KEY: optional,
  AUDIT_OLD_KEYS: optional,
  AUDIT_HEAD_TO: optional,
  AUDIT_CHECKPOINT_MINUTES: z._default(whole(1, 1440), 60),
  PUBLIC_URL: z.optional(webAddress),
  ROLES: z._default(z.string(), 'web,worker,scheduler'),
  TRUST_PROXY: z._default(z.string(), 'false'),
  API_ORIGINS: z._default(origins, 'all'),
  PASSWORD_MIN_LENGTH: z._default(whole(6, 1000), 6),
  SMTP_URL: optional,
  MAIL_FROM: z.optional(emailAddress),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_POPUP_TYPE: z._default(
    z.enum(['CODE', 'TOKEN', 'CREDENTIAL'], { error: 'write CODE, TOKEN or CREDENTIAL' }),
    'CODE',
  ),
  GOOGLE_REDIRECT_URI: z._default(z.string(), 'postmessage'),
  GOOGLE_OAUTH_URL: z._default(webAddress, 'https://oauth2.googleapis.com'),
  GOOGLE_CERTS_URL: z._default(webAddress, 'https://www.googleapis.com'),
  FACEBOOK_APP_ID: optional,
  FACEBOOK_APP_SECRET: optional,
  FACEBOOK_API_VERSION: z._default(
    z.string().check(z.regex(/^v\d+\.\d+$/, { error: 'write a version such as v25.0' })),
    'v25.0',
  ),
  // Page views are counted wherever Facebook is set up, unless this is off.
  FACEBOOK_PAGE_VIEW: z._default(z.stringbool({ error: 'write true or false' }), true),
  FACEBOOK_GRAPH_URL: z._default(webAddress, 'https://graph.facebook.com'),
  MAIN_SUITE_DOMAIN: optional,
  WHITE_LABEL_SUITE_DOMAIN: optional,
  TLS_ASK_PORT: z.optional(port),
  HOST_MAP: optional,
  MX_MAP: optional,
  DNS_SERVERS: optional,
  VERIFY_SMTP: z._default(z.enum(['auto', 'on', 'off'], { error: 'write auto, on or off' }), 'auto'),
  VERIFY_HELO: z.optional(hostName),
  VERIFY_FROM: z.optional(emailAddress),
  CRAWL_MAX_PAGES: z._default(whole(1, 10_000), 100),
  CRAWL_DELAY_MS: z._default(whole(0, 60_000), 250),
  CRAWL_TIMEOUT_MS: z._default(whole(1000, 300_000), 15_000),
  CRAWL_HOSTS: z._default(whole(1, 256), 16),
  CRAWL_USER_AGENT: z.optional(headerText),
  OVERTURE_BASE: z.optional(baseAddress),
  HUNTER_BASE_URL: z.optional(webAddress),
  MODASH_BASE_URL: z.optional(webAddress),
  BLUESKY_BASE_URL: z.optional(webAddress),
  GOOGLE_PLACES_BASE_URL: z.optional(webAddress),
  OVERPASS_BASE_URL: z.optional(webAddress),
  NOMINATIM_BASE_URL: z.optional(webAddress),
  YOUTUBE_BASE_URL: z.optional(webAddress),
  PEOPLE_DATA_LABS_BASE_URL: z.optional(webAddress),
  APOLLO_BASE_URL: z.optional(webAddress),
  GITHUB_BASE_URL: z.optional(webAddress),
  OPENAI_BASE_URL: z.optional(webAddress),
  OPENAI_API_KEY: optional,
  OPENAI_MODEL: optional,
  GHL_BASE_URL: z.optional(webAddress),
  GHL_CONSENT_URL: z.optional(webAddress),
  GHL_CLIENT_ID: optional,
  GHL_CLIENT_SECRET: optional,
  KEAP_BASE_URL: z.optional(webAddress),
  KEAP_CONSENT_URL: z.optional(webAddress),
  KEAP_CLIENT_ID: optional,
  KEAP_CLIENT_SECRET: optional,
  HUBSPOT_BASE_URL: z.optional(webAddress),
  HUBSPOT_CONSENT_URL: z.optional(webAddress),
  HUBSPOT_CLIENT_ID: optional,
  HUBSPOT_CLIENT_SECRET: optional,
  PIPEDRIVE_BASE_URL: z.optional(webAddress),
  PIPEDRIVE_CONSENT_URL: z.optional(webAddress),
  PIPEDRIVE_CLIENT_ID: optional,
  PIPEDRIVE_CLIENT_SECRET: optional,
  SALESFORCE_BASE_URL: z.optional(webAddress),
  SALESFORCE_CONSENT_URL: z.optional(webAddress),
  SALESFORCE_CLIENT_ID: optional,
  SALESFORCE_CLIENT_SECRET: optional,
  CLOSE_BASE_URL: z.optional(webAddress),
  INSTANTLY_BASE_URL: z.optional(webAddress),
  SMARTLEAD_BASE_URL: z.optional(webAddress),
  LEMLIST_BASE_URL: z.optional(webAddress),
  PAYKICKSTART_BASE_URL: z.optional(webAddress),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_CONNECT_WEBHOOK_SECRET: optional,
  STRIPE_CLIENT_ID: optional,
  STRIPE_BASE_URL: z.optional(webAddress),
  BACKUP_DIR: optional,
  BACKUP_HOUR: z._default(whole(0, 23), 2),
  BACKUP_KEEP: z._default(whole(1, 10_000), 14),
  BACKUP_PASSPHRASE: optional,
  RESTORE_FROM: optional,
  STORAGE: optional,
  S3_ENDPOINT: z.optional(webAddress),
  S3_REGION: z._default(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  MAP_TILES_URL: optional,
  MAP_TILES_ATTRIBUTION: optional,
  METRICS_TOKEN: optional,
  METRICS_PORT: z.optional(port),
  SLOW_QUERY_MS: z._default(whole(1, 60_000), 500),
  STOP_PAUSE_SECONDS: z._default(whole(0, 60), 0),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(webAddress),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, { error: `write one of ${LOG_LEVELS.join(', ')}` }), 'info'),
  NODE_ENV: optional,
})

const ROLES = ['web', 'worker', 'scheduler'] as const
export type ProcessRole = (typeof ROLES)[number]

export interface Env extends ReturnType<typeof readVendors>, BackupSettings {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  adminEmail: string
  adminPassword: string | undefined
  secretKey: string
  /** Secrets of the audit log; the first one signs. */
  auditKeys: [string, ...string[]]
  auditHeadTo: AuditHeadTarget[]
  auditCheckpointMinutes: number
  publicUrl: string | undefined
  roles: ReadonlySet<ProcessRole>
  /** Addresses of proxies whose forwarding headers are trusted; false for none. */
  trustProxy: string[] | false
  apiOrigins: ApiOrigins
  passwordMinLength: number
  logLevel: string
  production: boolean
  smtpUrl: string | undefined
  mailFrom: string | undefined
  mainSuiteDomain: string | undefined
  whiteLabelSuiteDomain: string | undefined
  /** Loopback port on which a proxy asks whether it may get a certificate for a host. */
  tlsAskPort: number | undefined
  google: {
    clientId: string | undefined
    clientSecret: string | undefined
    popupType: 'CODE' | 'TOKEN' | 'CREDENTIAL'
    redirectUri: string
    oauthUrl: string
    certsUrl: string
  }
  facebook: {
    appId: string | undefined
    appSecret: string | undefined
    version: string
    pageView: boolean
    graphUrl: string
  }
  hostMap: string | undefined
  /** Mail hosts and domains that are served on this machine, in the form of `HOST_MAP`. */
  mxMap: string | undefined
  /** Comma-separated name servers to use instead of the system's. */
  dnsServers: string | undefined
  verify: {
    smtp: 'auto' | 'on' | 'off'
    /** The name of this host in HELO. */
    helo: string
    /** The sender in MAIL FROM; empty for the null sender. */
    from: string
  }
  crawl: {
    maxPages: number
    delayMs: number
    pageTimeoutMs: number
    /** Websites read concurrently. */
    hosts: number
    userAgent: string | undefined
  }
  /** Where releases of Overture Maps are read; undefined for the public bucket. */
  overtureBase: string | undefined
  observe: ObserveOptions
  stop: StopTimes
  mapTiles: { url: string; attribution: string } | undefined
}

const DEVELOPMENT_ONLY = ['HOST_MAP', 'MX_MAP', 'DNS_SERVERS'] as const

/** `true` means a proxy on this machine or in its private network, which no outside caller can imitate. */
const LOCAL_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']

const readCallers = ({ TRUST_PROXY, API_ORIGINS }: z.output<typeof Variables>) => ({
  trustProxy: readProxies(TRUST_PROXY),
  apiOrigins: API_ORIGINS,
})

function readProxies(text: string): string[] | false {
  const parsedFlag = z.stringbool().safeParse(text)
  if (parsedFlag.success) return parsedFlag.data ? LOCAL_NETWORKS : false
  const parts = text.split(',').map((part) => part.trim())
  const wrong = parts.find((part) => {
    const [address = '', bits = '0'] = part.split('/')
    return !LOCAL_NETWORKS.includes(part) && (isIP(address) === 0 || !/^\d{1,3}$/.test(bits))
  })
  if (wrong !== undefined)
    throw new EnvError(
      `TRUST_PROXY: "${wrong}" is not an address; write true, false, or addresses such as 10.0.0.5, 10.1.0.0/16`,
    )
  return parts
}

function parseRoles(text: string): ReadonlySet<ProcessRole> {
  const roles = text.split(',').map((role) => role.trim())
  const unknown = roles.find((role) => !(ROLES as readonly string[]).includes(role))
  if (unknown !== undefined) throw new EnvError(`ROLES: "${unknown}" is not a role; use ${ROLES.join(', ')}`)
  return new Set(roles as ProcessRole[])
}

function checkProduction(variables: z.output<typeof Variables>): void {
  const forbidden = DEVELOPMENT_ONLY.find((name) => variables[name] !== undefined)
  if (forbidden)
    throw new EnvError(`${forbidden} is for development and tests only; unset it when NODE_ENV=production`)
  if (variables.DATABASE_URL && !variables.SECRET_KEY)
    throw new EnvError('SECRET_KEY is required with DATABASE_URL in production: every host must share it')
}

/** The form of development-only variables, beside the parser that reports errors. */
const FORMS = [
  ['HOST_MAP', parseHostMap, 'write name=127.0.0.1:8081 pairs separated by commas'],
  ['MX_MAP', parseHostMap, 'write name=127.0.0.1:2525 pairs separated by commas'],
  ['DNS_SERVERS', parseDnsServers, 'write addresses such as 127.0.0.1:5353 separated by commas'],
] as const

function checkForms(variables: z.output<typeof Variables>): void {
  for (const [name, parse, remedy] of FORMS) {
    try {
      parse(variables[name] ?? '')
    } catch (error) {
      throw new EnvError(`${name}: ${(error as Error).message}; ${remedy}`)
    }
  }
}

/** The host of PUBLIC_URL if it is a name that others can resolve. */
function publicName(variables: z.output<typeof Variables>): string | undefined {
  const host = variables.PUBLIC_URL && new URL(variables.PUBLIC_URL).hostname
  return host?.includes('.') && isIP(host) === 0 ? host : undefined
}

function readVerify(variables: z.output<typeof Variables>): Env['verify'] {
  const name = publicName(variables)
  const from = variables.VERIFY_FROM ?? variables.MAIL_FROM
  return {
    smtp: variables.VERIFY_SMTP,
    helo: variables.VERIFY_HELO ?? name ?? hostname(),
    // Nearly every server rejects a sender in a missing domain; the null sender is accepted.
    from: from ?? (name ? `no-reply@${name}` : ''),
  }
}

const readCrawl = (variables: z.output<typeof Variables>): Env['crawl'] => ({
  maxPages: variables.CRAWL_MAX_PAGES,
  delayMs: variables.CRAWL_DELAY_MS,
  pageTimeoutMs: variables.CRAWL_TIMEOUT_MS,
  hosts: variables.CRAWL_HOSTS,
  userAgent: variables.CRAWL_USER_AGENT,
})

function readMapTiles(url: string | undefined, attribution: string | undefined): Env['mapTiles'] {
  if (url === undefined) return undefined
  const problem = tileServerProblem(url)
  if (problem) throw new EnvError(`MAP_TILES_URL: ${problem} (got "${url}")`)
  if (!attribution?.trim())
    throw new EnvError(
      'MAP_TILES_ATTRIBUTION is required with MAP_TILES_URL: the attribution that the owner of the tiles requires',
    )
  return { url, attribution: attribution.trim().slice(0, 200) }
}

const readSignIn = (variables: z.output<typeof Variables>): Pick<Env, 'google' | 'facebook'> => ({
  google: {
    clientId: variables.GOOGLE_CLIENT_ID,
    clientSecret: variables.GOOGLE_CLIENT_SECRET,
    popupType: variables.GOOGLE_POPUP_TYPE,
    redirectUri: variables.GOOGLE_REDIRECT_URI,
    oauthUrl: variables.GOOGLE_OAUTH_URL,
    certsUrl: variables.GOOGLE_CERTS_URL,
  },
  facebook: {
    appId: variables.FACEBOOK_APP_ID,
    appSecret: variables.FACEBOOK_APP_SECRET,
    version: variables.FACEBOOK_API_VERSION,
    pageView: variables.FACEBOOK_PAGE_VIEW,
    graphUrl: variables.FACEBOOK_GRAPH_URL,
  },
})

/**
 * Parses the environment once, at start.
 * @throws EnvError naming the variable and what to do.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  // An empty variable means "not set": shells and compose files write `NAME=`.
  const defined = withSecretFiles(
    Object.fromEntries(Object.entries(source).filter(([, text]) => text !== '')),
  )
  const parsed = Variables.safeParse(defined)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new EnvError(
      `${String(issue?.path[0])}: ${issue?.message} (got "${defined[String(issue?.path[0])]}")`,
    )
  }
  const variables = parsed.data
  const production = variables.NODE_ENV === 'production'
  if (production) checkProduction(variables)
  checkForms(variables)
  const shortest = variables.PASSWORD_MIN_LENGTH
  if (variables.ADMIN_PASSWORD !== undefined && variables.ADMIN_PASSWORD.length < shortest)
    throw new EnvError(
      `ADMIN_PASSWORD must be at least ${shortest} characters long: a shorter one could not sign in`,
    )
  const dataDir = resolve(variables.DATA_DIR)
  prepareDataDir(dataDir)
  const key = secretKey(variables.SECRET_KEY, dataDir)
  return {
    port: variables.PORT,
    host: variables.HOST,
    dataDir,
    databaseUrl: variables.DATABASE_URL,
    adminEmail: variables.ADMIN_EMAIL,
    adminPassword: variables.ADMIN_PASSWORD,
    secretKey: key,
    auditKeys: readAuditKeys(variables, key),
    auditHeadTo: auditHeadTargets(variables.AUDIT_HEAD_TO),
    auditCheckpointMinutes: variables.AUDIT_CHECKPOINT_MINUTES,
    publicUrl: variables.PUBLIC_URL,
    roles: parseRoles(variables.ROLES),
    ...readCallers(variables),
    passwordMinLength: variables.PASSWORD_MIN_LENGTH,
    logLevel: variables.LOG_LEVEL,
    production,
    hostMap: variables.HOST_MAP,
    mxMap: variables.MX_MAP,
    dnsServers: variables.DNS_SERVERS,
    verify: readVerify(variables),
    crawl: readCrawl(variables),
    overtureBase: variables.OVERTURE_BASE,
    ...readVendors(variables),
    ...readBackups(variables),
    mapTiles: readMapTiles(variables.MAP_TILES_URL, variables.MAP_TILES_ATTRIBUTION),
    observe: readObserve(variables),
    stop: { ...STOP_TIMES, pauseMs: variables.STOP_PAUSE_SECONDS * 1000 },
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    mainSuiteDomain: variables.MAIN_SUITE_DOMAIN,
    whiteLabelSuiteDomain: variables.WHITE_LABEL_SUITE_DOMAIN,
    tlsAskPort: variables.TLS_ASK_PORT,
    ...readSignIn(variables),
  }
}
