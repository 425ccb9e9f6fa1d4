import type { AccountsService } from '#server/modules/accounts/accounts/index.ts'
import type { TermsService } from '#server/modules/accounts/terms/index.ts'
import type { Notifications } from '#server/modules/activity/notifications/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import type { OneTimeCodesService } from '#server/modules/core/one-time-codes/index.ts'
import type { ProfileService } from '#server/modules/identity/profile/index.ts'
import type { SecondFactorService } from '#server/modules/identity/second-factor/index.ts'
import type { SessionsService } from '#server/modules/identity/sessions/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Queue } from '#server/platform/queue/queue.ts'
import type { SocialProvider, SocialProviderId } from '#server/providers/social-login/index.ts'
import type { AuthLimits } from './auth-limits.ts'

/** Shared by every way of signing in and up. */
export interface AuthDeps {
  db: Db
  accounts: AccountsService
  sites: SitesService
  sessions: SessionsService
  secondFactor: Pick<SecondFactorService, 'isEnabled' | 'verify' | 'notifyChange'>
  terms: Pick<TermsService, 'requireAccepted' | 'acceptIfCurrent'>
  profile: ProfileService
  mail: Pick<MailService, 'send'>
  notifications: Pick<Notifications, 'notify'>
  oneTimeCodes: OneTimeCodesService
  limits: AuthLimits
  queue: Pick<Queue, 'send'>
  social: Record<SocialProviderId, SocialProvider>
}

/** The origin of a call. `origin` is the calling page's, if the browser sends it. */
export interface From {
  ip: string
  host: string
  userAgent: string
  origin: string | null
}
