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

/** The program's infrastructure: built once by main.ts, or by a test. */
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
  dns: DnsClient
  mailTransport: MailTransport
  /** Connects to mail servers entered by users; `hosts`: names of HOST_MAP. */
  mailReach: { connect: TcpConnect; hosts: ReadonlySet<string> }
  social: Record<SocialProviderId, SocialProvider>
  /** Reads companies' websites; a run reads `websitesAtOnce` concurrently. */
  websiteReading: {
    reader: WebsiteReader
    concurrentWebsites: number
    readWithPages: ReadWithPages
    crawling: TrainingCrawling
  }
  /** Sends events to webhooks; `hosts`: names of HOST_MAP, which may be reached over plain HTTP. */
  webhookSending: { outbound: Outbound; hosts: ReadonlySet<string> }
  emailVerifier: EmailVerifier
  /** The source of Overture Maps releases. */
  overtureBase: ReleaseBase
  /** Clients and base URLs of lead vendors. */
  vendors: {
    outbound: Outbound
    baseUrlOf(id: VendorSourceId): string
    /** Identifies this installation to servers that require it. */
    userAgent: string
  }
  modelAccess: ModelAccess
  /** Clients of CRMs. */
  crmSetups: Record<'ghl' | 'keap', CrmSetup>
  payKickstart: PayKickstart
  /** The Stripe client; off without a key. */
  stripe: StripeGateway
  /** Why this process is not ready, a sentence each. */
  readiness: () => Promise<string[]>
  /** Proxy addresses whose forwarding headers are trusted. */
  trustProxy: string[] | boolean
  strictReplies: boolean
  /** The time for schedules: the database's unless a test sets it. */
  scheduleClock?: ScheduleClock
  /** The time set by a test; the machine's by default. */
  clock?: Clock
  /** Lead sources that override our own of the same id, for tests of slow and failing ones. */
  sources?: LeadSource[]
}
