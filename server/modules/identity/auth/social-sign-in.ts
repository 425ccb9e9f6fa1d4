import type { SignedIn } from '#contract/identity/user.ts'
import type { UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { SiteRow, VendorCredentials } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import {
  SocialLoginError,
  type SocialProfile,
  type SocialProviderId,
  type SocialTokenType,
} from '#server/providers/social-login/index.ts'
import type { AuthDeps, From } from './auth-deps.ts'
import type { Enter } from './finish-sign-in.ts'
import { findIdentityUsers, type IdentityKey, linkIdentity } from './identity-store.ts'
import { openAccount } from './new-account.ts'
import type { Registrations } from './registrations.ts'
import { chooseBrand } from './sign-in.ts'
import type { SocialNonces } from './social-nonces.ts'

interface SocialBody {
  provider: SocialProviderId
  token: string
  type?: SocialTokenType | undefined
  email?: string | undefined
  realm_id?: number | undefined
}

const VENDOR = { google: 'Google', facebook: 'Facebook' } as const
const DEFAULT_TYPE = { google: 'code', facebook: 'access_token' } as const

/** The provider's result as our error codes. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof SocialLoginError)) return error
  if (error.reason === 'unavailable')
    return new AppError('unavailable', error.message, { retryAfterSeconds: 5, cause: error })
  return new AppError('social_rejected', error.message, { cause: error })
}

/**
 * Signing in with Google or Facebook. Linking an existing user requires an address the provider is authoritative
 * for; any other address is confirmed by a code first.
 */
export function createSocialSignIn(
  deps: AuthDeps,
  finishSignIn: Enter,
  registrations: Pick<Registrations, 'start'>,
  nonces: SocialNonces,
) {
  const { db, accounts, sites, social, mail, limits } = deps

  async function verified(
    body: SocialBody,
    credentials: VendorCredentials,
    from: From,
  ): Promise<SocialProfile> {
    const provider = social[body.provider]
    const type = body.type ?? DEFAULT_TYPE[body.provider]
    if (!provider.tokenTypes.includes(type))
      throw invalidField('type', `${VENDOR[body.provider]} sign-in takes ${provider.tokenTypes.join(', ')}`)
    const origin = from.origin ?? (await sites.brandOf(null)).url
    try {
      return await provider.verify({ token: body.token, type, origin }, credentials)
    } catch (error) {
      throw asAppError(error)
    }
  }

  /** Active users linked to the provider account. */
  async function linkedUsers(key: IdentityKey, realmId: number | null): Promise<UserRow[]> {
    const ids = await findIdentityUsers(db, key, realmId)
    const users = await Promise.all(ids.map((id) => accounts.findUser(id)))
    return users.flatMap((user) => (user?.state === 'active' ? [user] : []))
  }

  async function link(user: UserRow, key: IdentityKey, email: string, siteId: number | null) {
    await linkIdentity(db, { ...key, userId: user.id, realmId: user.realm_id, email })
    const detail = { provider: key.provider, email }
    recordAudit(db, { accountId: user.account_id, userId: user.id, action: 'identity.linked', detail })
    await mail.send({
      siteId,
      to: user.email,
      template: 'social-linked',
      variables: { first_name: user.first_name, provider: VENDOR[key.provider] },
      secrets: {},
      userId: user.id,
      accountId: user.account_id,
    })
  }

  /** The provider verified the address: link the user who has it, or create one. */
  async function adopt(
    profile: SocialProfile & { email: string },
    key: IdentityKey,
    site: SiteRow | null,
    known: UserRow | undefined,
  ) {
    if (known) {
      await transaction(db, () => link(known, key, profile.email, site?.id ?? null))
      return known
    }
    const plan = await accounts.signUpPlan(site)
    if (!plan)
      throw new AppError(
        'sign_up_closed',
        'This site isn’t accepting new sign-ups. Ask its owner to invite you',
      )
    return transaction(db, async () => {
      const user = await openAccount(accounts, plan, { ...profile, passwordHash: null })
      await linkIdentity(db, { ...key, userId: user.id, realmId: user.realm_id, email: profile.email })
      recordAudit(db, { accountId: user.account_id, userId: user.id, action: 'account.created' })
      return user
    })
  }

  /** The address is unverified: a code is sent to it. */
  async function confirmFirst(
    profile: SocialProfile,
    email: string,
    key: IdentityKey,
    site: SiteRow | null,
  ): Promise<never> {
    const realmId = site?.realm_id ?? (await accounts.platformRealm())
    if (realmId === null) throw new AppError('sign_up_closed', 'This site isn’t accepting new sign-ups')
    const { holder } = await registrations.start(email, realmId, site, {
      first_name: profile.firstName,
      last_name: profile.lastName,
      password_hash: null,
      identity: { ...key, email },
    })
    throw new AppError('email_unconfirmed', `We sent a code to ${email}. Enter it to confirm your address`, {
      details: { registration: holder, email },
    })
  }

  return async (body: SocialBody, from: From): Promise<SignedIn> => {
    await limits.socialHost.consume(from.ip)
    const site = await sites.ofHost(from.host)
    const credentials = await sites.vendorCredentials(body.provider, site)
    if (!credentials)
      throw invalidField('provider', `Sign-in with ${VENDOR[body.provider]} is not set up here`)
    const profile = await verified(body, credentials, from)
    const spendNonce = await nonces.spender(body, profile, site)
    const key = { provider: body.provider, clientId: credentials.clientId, subject: profile.subject }
    const realmId = site?.realm_id ?? null
    const choose = (users: UserRow[]) => chooseBrand(users, body.realm_id, accounts)
    const linked = await choose(await linkedUsers(key, realmId))
    const email = profile.email?.toLowerCase() ?? body.email
    if (!linked && !email)
      throw new AppError(
        'email_required',
        `${VENDOR[body.provider]} didn’t share your email address. Enter it to continue`,
      )
    const proven = profile.emailTrust === 'proven' && profile.email !== null ? email : undefined
    const known =
      linked ?? (proven ? await choose(await accounts.findUsersByEmail(proven, realmId)) : undefined)
    await spendNonce()
    if (linked) return finishSignIn.forUser(linked, site, from)
    if (!proven) return confirmFirst(profile, email as string, key, site)
    return finishSignIn.forUser(await adopt({ ...profile, email: proven }, key, site, known), site, from)
  }
}
