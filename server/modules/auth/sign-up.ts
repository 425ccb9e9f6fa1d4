import { CONFIRM_MINUTES } from '#contract/constants.ts'
import type { SignedIn } from '#contract/user.ts'
import { checkNewPassword, type UserRow } from '#server/modules/accounts/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { type Issued, invalidCode, type OneTimeCodeRow } from '#server/modules/one-time-codes/index.ts'
import type { SiteRow } from '#server/modules/sites/index.ts'
import { hashPassword, verifyPassword } from '#server/platform/crypto/password.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { networkOf } from '#server/platform/net/network-of.ts'
import type { AuthDeps, From } from './auth-deps.ts'
import type { Enter } from './finish-sign-in.ts'
import { type IdentityKey, linkIdentity } from './identity-store.ts'
import { openAccount } from './new-account.ts'

/** What waits for the code of a registration; `identity` when it began at a vendor. */
interface Registration {
  first_name: string
  last_name: string
  company?: string | undefined
  time_zone?: string | undefined
  password_hash: string | null
  terms?: number | undefined
  identity?: (IdentityKey & { email: string | null }) | undefined
}

const registrationOf = (row: OneTimeCodeRow) => row.data as unknown as Registration

/**
 * Registration by email. Nothing is made before the code of the mail has come back together with proof that the same
 * person registered (the answer's secret, or the password): a stranger who registers with somebody's address gets nothing.
 */
export function createSignUp(deps: AuthDeps, finishSignIn: Enter) {
  const { db, accounts, sites, terms, mail, oneTimeCodes, limits } = deps

  const closed = () =>
    new AppError('sign_up_closed', 'This site takes no new people; ask its owner to invite you')

  /** The mail of a registration: its code, or a word to somebody who has an account already. */
  async function tell(issued: Omit<Issued, 'holder'>): Promise<void> {
    const { row, code } = issued
    const { first_name, identity } = registrationOf(row)
    const brand = await sites.brandOf(row.site_id)
    const shared = { siteId: row.site_id, to: row.email }
    if (!identity && (await accounts.isTaken(row.email, row.realm_id))) {
      const secrets = { sign_in_link: `${brand.url}/login`, reset_link: `${brand.url}/forgot-password` }
      await mail.send({ ...shared, template: 'already-registered', variables: {}, secrets })
      return
    }
    const hash = new URLSearchParams({ email: row.email, code })
    await mail.send({
      ...shared,
      template: 'confirm-email',
      variables: { first_name, minutes: CONFIRM_MINUTES },
      secrets: { code, link: `${brand.url}/register#${hash}` },
      expiresAt: row.expires_at,
    })
  }

  /** Writes a registration that waits and sends its mail. */
  async function wait(
    email: string,
    realmId: number,
    site: SiteRow | null,
    registration: Registration,
  ): Promise<Issued> {
    await limits.signUpMail.consume(`${realmId}|${email}`)
    return transaction(db, async () => {
      const issued = await oneTimeCodes.start({
        purpose: 'confirm_email',
        realmId,
        siteId: site?.id ?? null,
        email,
        data: registration as unknown as Record<string, unknown>,
        minutes: CONFIRM_MINUTES,
      })
      await tell(issued)
      return issued
    })
  }

  /** Registrations that this caller has proven to be theirs. */
  async function ownRegistrations(
    body: { email: string; registration?: string | undefined; password?: string | undefined },
    realmId: number,
    site: SiteRow | null,
  ): Promise<OneTimeCodeRow[]> {
    const rows = body.registration
      ? await oneTimeCodes.held('confirm_email', body.registration)
      : await oneTimeCodes.ofEmail('confirm_email', realmId, body.email)
    const here = rows.filter(
      (row) => row.email === body.email && row.realm_id === realmId && row.site_id === (site?.id ?? null),
    )
    if (body.registration) return here
    const password = body.password ?? ''
    const hashes = here.length > 0 ? here.map((row) => registrationOf(row).password_hash) : [null]
    const fits = await Promise.all(hashes.map((hash) => verifyPassword(hash, password)))
    return here.filter((_row, index) => fits[index])
  }

  /** Turns a confirmed registration into a user: a new account, or a vendor's link to one that is there. */
  async function fulfil(row: OneTimeCodeRow, site: SiteRow | null): Promise<UserRow> {
    const registration = registrationOf(row)
    const plan = await accounts.signUpPlan(site)
    const [existing] = await accounts.findUsersByEmail(row.email, row.realm_id)
    // A password that was chosen in a registration must never open an account that was there before.
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
    wait,

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
      },
      from: From,
    ) {
      await limits.signUpHost.consume(networkOf(from.ip))
      const site = await sites.ofHost(from.host)
      const plan = await accounts.signUpPlan(site)
      if (!plan) throw closed()
      checkNewPassword(body.password, sites.passwordMinLength)
      await terms.requireAccepted(site?.id ?? null, body.accept_terms)
      const { holder, row } = await wait(body.email, plan.realmId, site, {
        first_name: body.first_name,
        last_name: body.last_name ?? '',
        company: body.company,
        time_zone: body.time_zone,
        password_hash: await hashPassword(body.password),
        terms: body.accept_terms,
      })
      return { registration: holder, expires_at: row.expires_at.toISOString() }
    },

    /** @throws AppError invalid_code, second_factor_required, rate_limited. */
    async confirm(
      body: { email: string; code: string; registration?: string | undefined; password?: string | undefined },
      from: From,
    ): Promise<SignedIn> {
      await limits.codeHost.consume(networkOf(from.ip))
      const site = await sites.ofHost(from.host)
      const realmId = site?.realm_id ?? (await accounts.platformRealm())
      if (realmId === null) throw invalidCode()
      const row = await oneTimeCodes.checkCode(await ownRegistrations(body, realmId, site), body.code)
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

    /** Sends a new code, if there is a registration. */
    async resend(body: { email: string; registration?: string | undefined }, from: From): Promise<void> {
      await limits.signUpHost.consume(networkOf(from.ip))
      const site = await sites.ofHost(from.host)
      const realmId = site?.realm_id ?? (await accounts.platformRealm())
      if (realmId === null) return
      await limits.signUpMail.consume(`${realmId}|${body.email}`)
      const rows = body.registration
        ? await oneTimeCodes.held('confirm_email', body.registration)
        : await oneTimeCodes.ofEmail('confirm_email', realmId, body.email, 1)
      const row = rows.find((item) => item.email === body.email && item.realm_id === realmId)
      if (!row) return
      await transaction(db, async () => {
        const renewed = await oneTimeCodes.renew(row, CONFIRM_MINUTES)
        if (renewed) await tell(renewed)
      })
    },
  }
}
export type SignUp = ReturnType<typeof createSignUp>
