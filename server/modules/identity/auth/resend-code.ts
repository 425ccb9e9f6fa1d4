import { CONFIRM_MINUTES } from '#contract/core/constants.ts'
import { findPlatformRealm } from '#server/modules/accounts/accounts/index.ts'
import { findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import {
  listCodesOfEmail,
  listCodesOfHolder,
  type OneTimeCodeRow,
  renewCode,
} from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/crypto/tokens.ts'
import { signUpHostLimit, signUpMailLimit } from './auth-limits.ts'
import type { From } from './from.ts'
import { requestMail } from './mail-requests.ts'
import { sendRegistrationMail } from './registrations.ts'

/** Requests a new code for a registration, if there is one. @throws AppError rate_limited. */
export async function requestAnotherCode(
  ctx: Context,
  body: { email: string; registration?: string },
  from: From,
): Promise<void> {
  await signUpHostLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const realmId = site?.realm_id ?? (await findPlatformRealm(ctx))
  if (realmId === null) return
  await signUpMailLimit.consume(ctx, `${realmId}|${body.email}`)
  await requestMail(
    ctx,
    {
      purpose: 'resend_request',
      realmId,
      siteId: site?.id ?? null,
      email: body.email,
      data: { held: body.registration !== undefined },
      minutes: CONFIRM_MINUTES,
    },
    body.registration && hashToken(body.registration),
  )
}

export async function answerAnotherCode(ctx: Context, request: OneTimeCodeRow): Promise<void> {
  const { email, realm_id, data } = request
  const rows = data.held
    ? await listCodesOfHolder(ctx, 'confirm_email', request)
    : await listCodesOfEmail(ctx, 'confirm_email', { realmId: realm_id, email, limit: 1 })
  const row = rows.find((item) => item.email === email && item.realm_id === realm_id)
  const renewed = row && (await renewCode(ctx, row, CONFIRM_MINUTES))
  if (renewed) await sendRegistrationMail(ctx, renewed)
}
