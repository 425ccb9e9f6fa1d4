import type pg from 'pg'
import type { TrainingCrawling } from '#server/modules/ai/ai-training/index.ts'
import type { ReadWithPages } from '#server/modules/ai/business-details/index.ts'
import type { ModelAccess } from '#server/modules/ai/models/index.ts'
import type { SitePlatform } from '#server/modules/branding/sites/index.ts'
import type { AppErrors } from '#server/modules/core/telemetry/index.ts'
import type { ScheduleClock } from '#server/modules/prospecting/autopilots/index.ts'
import type { ReleaseBase } from '#server/modules/sources/corpus/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { DnsClient } from '#server/platform/dns/dns-client.ts'
import type { Outbound } from '#server/platform/fetch/outbound.ts'
import type { LiveBus } from '#server/platform/live-bus.ts'
import type { Log } from '#server/platform/log.ts'
import type { TcpConnect } from '#server/platform/net/tcp-connect.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { Storage } from '#server/platform/storage/disk.ts'
import type { CrmSetup } from '#server/providers/crms/index.ts'
import type { EmailVerifier } from '#server/providers/email-verifiers/index.ts'
import type { LeadSource, VendorSourceId } from '#server/providers/lead-sources/index.ts'
import type { MailTransport } from '#server/providers/mail/index.ts'
import type { PayKickstart, StripeGateway } from '#server/providers/payments/index.ts'
import type { SocialProvider, SocialProviderId } from '#server/providers/social-login/index.ts'
import type { WebsiteReader } from '#server/website-reader/index.ts'

/** What the program is on: built once by main.ts, or by a test. */
export interface Platform {
  db: Db
  pool: pg.Pool
  log: Log
  /** Errors of browsers and of this process. */
  errors: AppErrors
  queue: Queue
  bus: LiveBus
  storage: Storage
  secretKey: string
  site: SitePlatform
  /** Asks name servers. */
  dns: DnsClient
  mailTransport: MailTransport
  /** Reaches mail servers that people typed; `hosts`: names of HOST_MAP. */
  mailReach: { connect: TcpConnect; hosts: ReadonlySet<string> }
  social: Record<SocialProviderId, SocialProvider>
  /** Reads companies' own websites; a run reads `websitesAtOnce` of them at the same time. */
  websiteReading: {
    reader: WebsiteReader
    websitesAtOnce: number
    readWithPages: ReadWithPages
    crawling: TrainingCrawling
  }
  /** Sends events to webhooks; `hosts`: names of HOST_MAP, which may be reached over plain HTTP. */
  webhookSending: { outbound: Outbound; hosts: ReadonlySet<string> }
  /** Asks mail servers about addresses. */
  emailVerifier: EmailVerifier
  /** Where releases of Overture Maps are read. */
  overtureBase: ReleaseBase
  /** How vendors of leads are reached, and where each is. */
  vendors: {
    outbound: Outbound
    baseUrlOf(id: VendorSourceId): string
    /** Names this installation to servers that ask for it. */
    userAgent: string
  }
  /** How language models are reached. */
  modelAccess: ModelAccess
  /** How CRMs are reached, and our clients there. */
  crmSetups: Record<'ghl' | 'keap', CrmSetup>
  /** The calls that are made at PayKickstart. */
  payKickstart: PayKickstart
  /** The way to Stripe; off without a key. */
  stripe: StripeGateway
  /** Why this process is not ready, a sentence each. */
  readiness: () => Promise<string[]>
  /** Addresses of proxies whose forwarding headers count. */
  trustProxy: string[] | boolean
  strictReplies: boolean
  /** What time it is for schedules; the database says so unless a test does. */
  scheduleClock?: ScheduleClock
  /** Time as a test tells it; the machine's own by default. */
  clock?: Clock
  /** Lead sources that are before our own of the same id: for tests of slow and failing ones. */
  sources?: LeadSource[]
}
