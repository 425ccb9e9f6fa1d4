import type { SignedIn } from '#contract/identity/user.ts'
import { checkNewPassword, type UserRow } from '#server/modules/accounts/accounts/index.ts'
import { signUpPackage } from '#server/modules/accounts/plans/index.ts'
import type { SiteRow } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { invalidCode, type OneTimeCodeRow } from '#server/modules/core/one-time-codes/index.ts'
import { hashPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthDeps, From } from './auth-deps.ts'
import type { Enter } from './finish-sign-in.ts'
import { linkIdentity } from './identity-store.ts'
import { openAccount } from './new-account.ts'
import { type Registrations, registrationOf } from './registrations.ts'

const closed = () =>
  new AppError('sign_up_closed', 'This site isn’t accepting new sign-ups. Ask its owner to invite you')

type SignUpDeps = Pick<AuthDeps, 'db' | 'accounts' | 'sites' | 'terms' | 'oneTimeCodes' | 'limits'>

/**
 * Registration by email. Nothing is created before the mail's code returns together with proof that the same
 * person registered (the reply's secret, or the password): a stranger who registers with someone's address gets
 * nothing.
 */
export function createSignUp(deps: SignUpDeps, registrations: Registrations, finishSignIn: Enter) {
  const { db, accounts, sites, terms, oneTimeCodes, limits } = deps

  /** A new user's plan: the package chosen on its page, else the site's. @throws AppError not_found, conflict. */
  const planOf = async (site: SiteRow | null, packageId: number | undefined) =>
    accounts.signUpPlan(
      site,
      packageId === undefined ? undefined : await signUpPackage(db, site?.account_id ?? null, packageId),
    )

  /** Turns a confirmed registration into a user: a new account, or a provider's link to an existing one. */
  async function fulfil(row: OneTimeCodeRow, site: SiteRow | null): Promise<UserRow> {
    const registration = registrationOf(row)
    const plan = await planOf(site, registration.package_id).catch(() => accounts.signUpPlan(site))
    const [existing] = await accounts.findUsersByEmail(row.email, row.realm_id)
    // A password chosen in a registration must never open an existing account.
    if (existing && !registration.identity) throw invalidCode()
    if (!existing && !plan) throw closed()
    const user =
      existing ??
      (await openAccount(accounts, plan as NonNullable<typeof plan>, {
        email: row.email,
        firstName: registration.first_name,
        lastName: registration.last_name,
        company: registration.company,
        timeZone: registration.time_zone,
        passwordHash: registration.password_hash,
      }))
    if (!existing) recordAudit(db, { accountId: user.account_id, userId: user.id, action: 'account.created' })
    if (registration.identity)
      await linkIdentity(db, { ...registration.identity, userId: user.id, realmId: user.realm_id })
    return user
  }

  return {
    /** @throws AppError sign_up_closed, validation_failed, rate_limited. */
    async register(
      body: {
        first_name: string
        last_name?: string | undefined
        company?: string | undefined
        time_zone?: string | undefined
        email: string
        password: string
        accept_terms?: number | undefined
        package_id?: number | undefined
      },
      from: From,
    ) {
      await limits.signUpHost.consume(from.ip)
      const site = await sites.ofHost(from.host)
      const plan = await planOf(site, body.package_id)
      if (!plan) throw closed()
      checkNewPassword(body.password, sites.passwordMinLength)
      await terms.requireAccepted(site?.id ?? null, body.accept_terms)
      const { holder, row } = await registrations.start(body.email, plan.realmId, site, {
        first_name: body.first_name,
        last_name: body.last_name ?? '',
        company: body.company,
        time_zone: body.time_zone,
        password_hash: await hashPassword(body.password),
        terms: body.accept_terms,
        package_id: body.package_id,
      })
      return { registration: holder, expires_at: row.expires_at.toISOString() }
    },

    /** @throws AppError invalid_code, second_factor_required, rate_limited. */
    async confirm(
      body: { email: string; code: string; registration?: string | undefined; password?: string | undefined },
      from: From,
    ): Promise<SignedIn> {
      await limits.codeHost.consume(from.ip)
      const site = await sites.ofHost(from.host)
      const realmId = site?.realm_id ?? (await accounts.platformRealm())
      if (realmId === null) throw invalidCode()
      const row = await oneTimeCodes.checkCode(await registrations.ofCaller(body, realmId, site), body.code)
      const user = await transaction(db, async () => {
        await oneTimeCodes.use(row)
        const made = await fulfil(row, site)
        recordAudit(db, { accountId: made.account_id, userId: made.id, detail: { email: made.email } })
        await terms.acceptIfCurrent({
          userId: made.id,
          siteId: site?.id ?? null,
          version: registrationOf(row).terms,
          ip: from.ip,
          userAgent: from.userAgent,
        })
        return made
      })
      return finishSignIn.forUser(user, site, from)
    },
  }
}
