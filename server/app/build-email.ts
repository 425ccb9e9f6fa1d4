import type {} from '#server/modules/core/files/index.ts'
import { bounceRoutes, createBouncesService } from '#server/modules/prospecting/bounces/index.ts'
import {
  createEmailVerificationService,
  emailVerificationRoutes,
} from '#server/modules/prospecting/email-verification/index.ts'
import type { Route } from '#server/platform/http/route.ts'
import { REASONS } from '#server/providers/email-verifiers/index.ts'
import type { Base } from './build-base.ts'
import type { Platform } from './platform.ts'

/** Email verification and bounces. */
export function buildEmail({ db, log, emailVerifier: verifier }: Platform, base: Base) {
  const emailVerification = createEmailVerificationService({ db, log, verifier, reasons: REASONS, ...base })
  const bounces = createBouncesService({ db, ...base, emailVerification })
  const routes: Route[] = [...emailVerificationRoutes(emailVerification), ...bounceRoutes(bounces)]
  return {
    modules: { emailVerification },
    executors: [emailVerification.executor, bounces.executor],
    downloaders: [emailVerification.downloader],
    routes,
  }
}
