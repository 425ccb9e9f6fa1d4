import { type FoundSignOn, findSignOnOfHost, makeSignOnReturn } from '#server/modules/branding/sites/index.ts'
import { startCode } from '#server/modules/core/one-time-codes/index.ts'
import type { From } from '#server/modules/identity/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { defineRateLimit } from '#server/platform/http/rate-limit.ts'
import { SignOnError, type SignOnRequest } from '#server/providers/sign-on/index.ts'

/** Sign-ons begun and finished per network address; offices share one. */
export const signOnLimit = defineRateLimit({ name: 'sign-on', points: 300, seconds: 60 * 60 })
const MINUTES = 10

/** What is kept of a sign-on in progress, and of which provider it is. */
export interface KeptRequest extends SignOnRequest {
  issuer: string
  clientId: string
}

export const sealContext = (siteId: number): string => `sign-on-request:${siteId}`

export const readClient = ({ settings, clientSecret }: FoundSignOn) => ({
  issuer: settings.issuer,
  clientId: settings.client_id,
  clientSecret,
})

/** The provider's error as ours; what it was about goes to the log. */
export function asSignOnProblem(ctx: Context, { site, settings }: FoundSignOn, error: unknown): unknown {
  if (!(error instanceof SignOnError)) return error
  const { reason, detail, message } = error
  ctx.log.warn({ site: site.id, issuer: settings.issuer, reason, detail }, 'sign-on failed')
  return reason === 'rejected'
    ? new AppError('social_rejected', message, { cause: error })
    : new AppError('unavailable', message, { retryAfterSeconds: 5, cause: error })
}

/** The provider's page, and a secret for the browser that asked: only it can finish. @throws AppError */
export async function beginSignOn(ctx: Context, from: From): Promise<{ url: string; request: string }> {
  await signOnLimit.consume(ctx, from.ip)
  const found = await findSignOnOfHost(ctx, from.host)
  if (!found) throw notFound('Sign-on for this site')
  const client = readClient(found)
  const { url, request } = await ctx.signOn.begin(client, makeSignOnReturn(ctx, from.host)).catch((error) => {
    throw asSignOnProblem(ctx, found, error)
  })
  const kept: KeptRequest = { ...request, issuer: client.issuer, clientId: client.clientId }
  const { holder } = await startCode(ctx, {
    purpose: 'sign_on',
    realmId: found.site.realm_id,
    siteId: found.site.id,
    email: '',
    data: { sealed: ctx.secretBox.seal(JSON.stringify(kept), sealContext(found.site.id)) },
    minutes: MINUTES,
  })
  return { url, request: holder }
}
