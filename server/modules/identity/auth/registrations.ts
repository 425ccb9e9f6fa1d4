import { CONFIRM_MINUTES } from '#contract/core/constants.ts'
import { isEmailTaken } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand, type SiteRow } from '#server/modules/branding/sites/index.ts'
import {
  type Issued,
  listCodesOfEmail,
  listHeldCodes,
  type OneTimeCodeRow,
  startCode,
} from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { signUpMailLimit } from './auth-limits.ts'
import type { IdentityKey } from './identity-store.ts'

/** A registration waiting for its code; `identity` when it started at a provider. */
export interface Registration {
  first_name: string
  last_name: string
  company?: string
  time_zone?: string
  password_hash: string | null
  terms?: number
  /** The free package chosen on its page. */
  package_id?: number
  identity?: IdentityKey & { email: string | null }
}

export const readRegistration = (row: OneTimeCodeRow) => row.data as unknown as Registration

/** A registration's mail: its code, or a notice to someone who already has an account. */
export async function sendRegistrationMail(ctx: Context, issued: Omit<Issued, 'holder'>): Promise<void> {
  const { row, code } = issued
  const { first_name, identity } = readRegistration(row)
  const brand = await findBrand(ctx, row.site_id)
  const addressee = { siteId: row.site_id, to: row.email }
  if (!identity && (await isEmailTaken(ctx, row.email, row.realm_id))) {
    const secrets = { sign_in_link: `${brand.url}/login`, reset_link: `${brand.url}/forgot-password` }
    await sendMail(ctx, { ...addressee, template: 'already-registered', variables: {}, secrets })
    return
  }
  const hash = new URLSearchParams({ email: row.email, code })
  await sendMail(ctx, {
    ...addressee,
    template: 'confirm-email',
    variables: { first_name, minutes: CONFIRM_MINUTES },
    secrets: { code, link: `${brand.url}/register#${hash}` },
    expiresAt: row.expires_at,
  })
}

/** Stores a registration and sends its mail. */
export async function startRegistration(
  ctx: Context,
  email: string,
  { realmId, site, registration }: { realmId: number; site: SiteRow | null; registration: Registration },
): Promise<Issued> {
  await signUpMailLimit.consume(ctx, `${realmId}|${email}`)
  return transaction(ctx.db, async () => {
    const issued = await startCode(ctx, {
      purpose: 'confirm_email',
      realmId,
      siteId: site?.id ?? null,
      email,
      data: registration as unknown as Record<string, unknown>,
      minutes: CONFIRM_MINUTES,
    })
    await sendRegistrationMail(ctx, issued)
    return issued
  })
}

/** Registrations proven to be the caller's. */
export async function listRegistrationsOfCaller(
  ctx: Context,
  body: { email: string; registration?: string; password?: string },
  realmId: number,
  site: SiteRow | null,
): Promise<OneTimeCodeRow[]> {
  const rows = body.registration
    ? await listHeldCodes(ctx, 'confirm_email', body.registration)
    : await listCodesOfEmail(ctx, 'confirm_email', { realmId, email: body.email })
  const onSite = rows.filter(
    (row) => row.email === body.email && row.realm_id === realmId && row.site_id === (site?.id ?? null),
  )
  if (body.registration) return onSite
  const password = body.password ?? ''
  const hashes = onSite.length > 0 ? onSite.map((row) => readRegistration(row).password_hash) : [null]
  const fits = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)))
  return onSite.filter((_row, index) => fits[index])
}
