import type { SignedIn } from '#contract/identity/user.ts'
import {
  checkNewPassword,
  findPlatformRealm,
  findSignUpPlan,
  findUsersByEmail,
  findUsersOfSite,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import {
  findPlanVersion,
  getSignUpPackage,
  requireDeliverable,
} from '#server/modules/accounts/plans/index.ts'
import { acceptTermsIfCurrent, requireTermsAccepted } from '#server/modules/accounts/terms/index.ts'
import { findSiteOfHost, type SiteRow } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import {
  checkCode,
  invalidCode,
  type OneTimeCodeRow,
  redeemCode,
} from '#server/modules/core/one-time-codes/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { codeHostLimit, signUpHostLimit } from './auth-limits.ts'
import { signInUser } from './finish-sign-in.ts'
import type { From } from './from.ts'
import { linkIdentity } from './identity-store.ts'
import { openAccount } from './new-account.ts'
import { listRegistrationsOfCaller, readRegistration, startRegistration } from './registrations.ts'

const closed = () =>
  new AppError('sign_up_closed', 'This site isn’t accepting new sign-ups. Ask its owner to invite you')

/*
 * Registration by email. Nothing is created before the mail's code returns together with proof that the same
 * person registered (the reply's secret, or the password): a stranger who registers with someone's address gets
 * nothing.
 */

/** A new user's plan: the package chosen on its page, else the site's. @throws AppError not_found, conflict. */
const findPlan = async (ctx: Context, site: SiteRow | null, packageId: number | undefined) =>
  findSignUpPlan(
    ctx,
    site,
    packageId === undefined ? undefined : await getSignUpPackage(ctx.db, site?.account_id ?? null, packageId),
  )

/** Turns a confirmed registration into a user: a new account, or a provider's link to an existing one. */
async function fulfilRegistration(ctx: Context, row: OneTimeCodeRow, site: SiteRow | null): Promise<UserRow> {
  const registration = readRegistration(row)
  const plan = await findPlan(ctx, site, registration.package_id).catch(() => findSignUpPlan(ctx, site))
  const users = await (site
    ? findUsersOfSite(ctx, row.email, site)
    : findUsersByEmail(ctx, row.email, row.realm_id))
  // A provider's account is linked to a customer first, else to someone of the brand's team, who may register, too.
  const existing =
    users.find((user) => user.realm_id === row.realm_id) ?? (registration.identity ? users[0] : undefined)
  // A password chosen in a registration must never open an existing account.
  if (existing && !registration.identity) throw invalidCode()
  if (!existing && !plan) throw closed()
  const user =
    existing ??
    (await openAccount(ctx, plan as NonNullable<typeof plan>, {
      email: row.email,
      firstName: registration.first_name,
      lastName: registration.last_name,
      company: registration.company,
      timeZone: registration.time_zone,
      passwordHash: registration.password_hash,
    }))
  if (!existing)
    recordAudit(ctx.db, { accountId: user.account_id, userId: user.id, action: 'account.created' })
  if (registration.identity)
    await linkIdentity(ctx.db, { ...registration.identity, userId: user.id, realmId: user.realm_id })
  return user
}

/** @throws AppError sign_up_closed, validation_failed, conflict, rate_limited. */
export async function register(
  ctx: Context,
  body: {
    first_name: string
    last_name?: string
    company?: string
    time_zone?: string
    email: string
    password: string
    accept_terms?: number
    package_id?: number
  },
  from: From,
) {
  await signUpHostLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const plan = await findPlan(ctx, site, body.package_id)
  if (!plan) throw closed()
  if (plan.isChosen) {
    const version = await findPlanVersion(ctx.db, plan.planVersionId)
    await requireDeliverable(ctx, plan.parentId, version?.free_credits ?? 0)
  }
  checkNewPassword(body.password, ctx.site.passwordMinLength)
  await requireTermsAccepted(ctx, site?.id ?? null, body.accept_terms)
  const { holder, row } = await startRegistration(ctx, body.email, {
    realmId: plan.realmId,
    site,
    registration: {
      first_name: body.first_name,
      last_name: body.last_name ?? '',
      company: body.company,
      time_zone: body.time_zone,
      password_hash: await hashPassword(body.password),
      terms: body.accept_terms,
      package_id: body.package_id,
    },
  })
  return { registration: holder, expires_at: row.expires_at.toISOString() }
}

/** @throws AppError invalid_code, second_factor_required, conflict for a second free package, rate_limited. */
export async function confirmRegistration(
  ctx: Context,
  body: { email: string; code: string; registration?: string; password?: string },
  from: From,
): Promise<SignedIn> {
  await codeHostLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const realmId = site?.realm_id ?? (await findPlatformRealm(ctx))
  if (realmId === null) throw invalidCode()
  const row = await checkCode(ctx, await listRegistrationsOfCaller(ctx, body, realmId, site), body.code)
  const user = await transaction(ctx.db, async () => {
    await redeemCode(ctx, row)
    const made = await fulfilRegistration(ctx, row, site)
    recordAudit(ctx.db, { accountId: made.account_id, userId: made.id, detail: { email: made.email } })
    await acceptTermsIfCurrent(ctx, {
      userId: made.id,
      siteId: site?.id ?? null,
      version: readRegistration(row).terms,
      ip: from.ip,
      userAgent: from.userAgent,
    })
    return made
  })
  return signInUser(ctx, user, site, from)
}
