import { canonicalListType } from '#contract/leads/list-types/index.ts'
import * as api from '#contract/prospecting/email-verification.ts'
import * as enrichmentApi from '#contract/prospecting/enrichment.ts'
import type { Context } from '#server/platform/context.ts'
import { data, route } from '#server/platform/http/route.ts'
import { verifyEmails, verifyLeads, verifyUpload } from './start-verification.ts'
import {
  issueVerifications,
  listVerifications,
  showVerification,
  showVerifierStatus,
  verifyEmailNow,
} from './verifications.ts'

export const emailVerificationRoutes = (ctx: Context) => [
  route(api.verificationStatus, () => data(showVerifierStatus(ctx))),
  route(api.verifyEmail, ({ actor, body, signal }) => data(verifyEmailNow(ctx, actor, body, signal))),
  route(api.showVerification, ({ actor, params }) => data(showVerification(ctx, actor, params.email))),
  route(api.startVerification, async ({ actor, body }) => ({
    data: await ('emails' in body ? verifyEmails(ctx, actor, body.emails) : verifyUpload(ctx, actor, body)),
    message: 'Verification started',
  })),
  route(enrichmentApi.verifyLeads, async ({ actor, params, body }) => ({
    data: await verifyLeads(ctx, actor, canonicalListType(params.type), params.id, body.selection),
    message: 'Verification started',
  })),
  route(api.verifications, ({ actor, query }) => listVerifications(ctx, actor, query)),
  route(api.downloadVerifications, ({ actor, body }) => data(issueVerifications(ctx, actor, body.run_id))),
]
