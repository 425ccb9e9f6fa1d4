import type { SignedIn } from '#contract/identity/user.ts'
import {
  findAccount,
  findPlatformRealm,
  findSignUpPlan,
  findUser,
  findUsersOfSite,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import {
  findBrand,
  findSiteOfHost,
  findVendorCredentials,
  type SiteRow,
  servesPerson,
  type VendorCredentials,
} from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import {
  SocialLoginError,
  type SocialProfile,
  type SocialProviderId,
  type SocialTokenType,
} from '#server/providers/social-login/index.ts'
import { socialHostLimit } from './auth-limits.ts'
import { signInUser } from './finish-sign-in.ts'
import type { From } from './from.ts'
import { findIdentityUsers, type IdentityKey, linkIdentity } from './identity-store.ts'
import { openAccount } from './new-account.ts'
import { startRegistration } from './registrations.ts'
import { chooseBrand } from './sign-in.ts'
import { checkSocialNonce } from './social-nonces.ts'

interface SocialBody {
  provider: SocialProviderId
  token: string
  type?: SocialTokenType
  email?: string
  realm_id?: number
}

type SocialKey = IdentityKey & { provider: SocialProviderId }

const VENDOR = { google: 'Google', facebook: 'Facebook' } as const
const DEFAULT_TYPE = { google: 'code', facebook: 'access_token' } as const

/** The provider's result as our error codes. */
function asAppError(error: unknown): unknown {
  if (!(error instanceof SocialLoginError)) return error
  if (error.reason === 'unavailable')
    return new AppError('unavailable', error.message, { retryAfterSeconds: 5, cause: error })
  return new AppError('social_rejected', error.message, { cause: error })
}

async function verifyProfile(
  ctx: Context,
  body: SocialBody,
  credentials: VendorCredentials,
  from: From,
): Promise<SocialProfile> {
  const provider = ctx.social[body.provider]
  const type = body.type ?? DEFAULT_TYPE[body.provider]
  if (!provider.tokenTypes.includes(type))
    throw invalidField('type', `${VENDOR[body.provider]} sign-in takes ${provider.tokenTypes.join(', ')}`)
  const origin = from.origin ?? (await findBrand(ctx, null)).url
  try {
    return await provider.verify({ token: body.token, type, origin }, credentials)
  } catch (error) {
    throw asAppError(error)
  }
}

/** Active users linked to the provider account who may sign in on the site. */
async function findLinkedUsers(ctx: Context, key: IdentityKey, site: SiteRow | null): Promise<UserRow[]> {
  const team = site && (await findAccount(ctx, site.account_id))
  const realms = site && [site.realm_id, ...(team ? [team.realm_id] : [])]
  const ids = await findIdentityUsers(ctx.db, key, realms)
  const users = await Promise.all(ids.map((id) => findUser(ctx, id)))
  return users.flatMap((user) =>
    user?.state === 'active' && (!site || servesPerson(site, user)) ? [user] : [],
  )
}

async function linkAndNotify(
  ctx: Context,
  user: UserRow,
  key: SocialKey,
  email: string,
  siteId: number | null,
) {
  await linkIdentity(ctx.db, { ...key, userId: user.id, realmId: user.realm_id, email })
  const detail = { provider: key.provider, email }
  recordAudit(ctx.db, { accountId: user.account_id, userId: user.id, action: 'identity.linked', detail })
  await sendMail(ctx, {
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
async function linkOrCreateUser(
  ctx: Context,
  profile: SocialProfile & { email: string },
  key: SocialKey,
  site: SiteRow | null,
  known: UserRow | undefined,
) {
  if (known) {
    await transaction(ctx.db, () => linkAndNotify(ctx, known, key, profile.email, site?.id ?? null))
    return known
  }
  const plan = await findSignUpPlan(ctx, site)
  if (!plan)
    throw new AppError(
      'sign_up_closed',
      'This site isn’t accepting new sign-ups. Ask its owner to invite you',
    )
  return transaction(ctx.db, async () => {
    const user = await openAccount(ctx, plan, { ...profile, passwordHash: null })
    await linkIdentity(ctx.db, { ...key, userId: user.id, realmId: user.realm_id, email: profile.email })
    recordAudit(ctx.db, { accountId: user.account_id, userId: user.id, action: 'account.created' })
    return user
  })
}

/** The address is unverified: a code is sent to it. */
async function requireConfirmation(
  ctx: Context,
  profile: SocialProfile,
  email: string,
  key: IdentityKey,
  site: SiteRow | null,
): Promise<never> {
  const realmId = site?.realm_id ?? (await findPlatformRealm(ctx))
  if (realmId === null) throw new AppError('sign_up_closed', 'This site isn’t accepting new sign-ups')
  const { holder } = await startRegistration(ctx, email, {
    realmId,
    site,
    registration: {
      first_name: profile.firstName,
      last_name: profile.lastName,
      password_hash: null,
      identity: { ...key, email },
    },
  })
  throw new AppError('email_unconfirmed', `We sent a code to ${email}. Enter it to confirm your address`, {
    details: { registration: holder, email },
  })
}

/**
 * Signing in with Google or Facebook. Linking an existing user requires an address the provider is authoritative
 * for; any other address is confirmed by a code first.
 */
export async function signInSocially(ctx: Context, body: SocialBody, from: From): Promise<SignedIn> {
  await socialHostLimit.consume(ctx, from.ip)
  const site = await findSiteOfHost(ctx, from.host)
  const credentials = await findVendorCredentials(ctx, body.provider, site)
  if (!credentials) throw invalidField('provider', `Sign-in with ${VENDOR[body.provider]} is not set up here`)
  const profile = await verifyProfile(ctx, body, credentials, from)
  const spendNonce = await checkSocialNonce(ctx, body, profile, site)
  const key = { provider: body.provider, clientId: credentials.clientId, subject: profile.subject }
  const choose = (users: UserRow[]) => chooseBrand(ctx, users, body.realm_id, site)
  const linked = await choose(await findLinkedUsers(ctx, key, site))
  const email = profile.email?.toLowerCase() ?? body.email
  if (!linked && !email)
    throw new AppError(
      'email_required',
      `${VENDOR[body.provider]} didn’t share your email address. Enter it to continue`,
    )
  const proven = profile.emailTrust === 'proven' && profile.email !== null ? email : undefined
  const known = linked ?? (proven ? await choose(await findUsersOfSite(ctx, proven, site)) : undefined)
  await spendNonce()
  if (linked) return signInUser(ctx, linked, site, from)
  if (!proven) return requireConfirmation(ctx, profile, email as string, key, site)
  return signInUser(
    ctx,
    await linkOrCreateUser(ctx, { ...profile, email: proven }, key, site, known),
    site,
    from,
  )
}
