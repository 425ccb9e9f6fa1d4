import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as api from '#contract/prospecting/email-verification.ts'
import { verifyLeads } from '#contract/prospecting/enrichment.ts'
import { data, route } from '#server/platform/http/route.ts'
import type { EmailVerificationService } from './email-verification-service.ts'

export const emailVerificationRoutes = (service: EmailVerificationService) => [
  route(api.verificationStatus, () => data(service.status())),
  route(api.verifyEmail, ({ actor, body, signal }) => data(service.verifyNow(actor, body, signal))),
  route(api.showVerification, ({ actor, params }) => data(service.show(actor, params.email))),
  route(api.startVerification, async ({ actor, body }) => ({
    data: await ('emails' in body
      ? service.start.list(actor, body.emails)
      : service.start.upload(actor, body)),
    message: 'Check started',
  })),
  route(verifyLeads, async ({ actor, params, body }) => ({
    data: await service.start.forLeads(actor, canonicalListType(params.type), params.id, body.selection),
    message: 'Check started',
  })),
  route(api.verifications, ({ actor, query }) => service.page(actor, query)),
  route(api.downloadVerifications, ({ actor, body }) => data(service.exportTicket(actor, body.run_id))),
]
