import type { SignedIn } from '#contract/identity/user.ts'
import {
  findAccount,
  findUsersOfSite,
  listBrandsOfRealms,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import { findSiteOfHost, type SiteRow } from '#server/modules/branding/sites/index.ts'
import { knowsAddress } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import { AppError } from '#server/platform/errors.ts'
import { loginAccountLimit, loginHostLimit, loginLimit } from './auth-limits.ts'
import { signInUser } from './finish-sign-in.ts'
import type { From } from './from.ts'

/** A customer of the brand, and a member of the account that owns it. */
const MOST_ON_SITE = 2
const WRONG = 'Email or password is wrong'

/**
 * Users with a matching password. As many hashes are computed for an unknown email as for one that the site serves
 * twice, so that it takes as long.
 */
async function findWithPassword(
  candidates: UserRow[],
  password: string,
  site: SiteRow | null,
): Promise<UserRow[]> {
  const missing = (site ? MOST_ON_SITE : 1) - candidates.length
  const checked = await Promise.all(
    [...candidates, ...Array<null>(Math.max(missing, 0)).fill(null)].map(async (user) =>
      (await verifyPassword(user?.password_hash ?? null, password)) && user ? [user] : [],
    ),
  )
  return checked.flat()
}

/** What to choose from. A brand's domain names the accounts: the realm above it has the platform's name. */
async function listChoices(ctx: Context, users: UserRow[], site: SiteRow | null) {
  if (site)
    return Promise.all(
      users.map(async ({ realm_id, account_id }) => ({
        realm_id,
        name: (await findAccount(ctx, account_id))?.name ?? '',
      })),
    )
  const brands = await listBrandsOfRealms(
    ctx,
    users.map((user) => user.realm_id),
  )
  return brands.map(({ id, name }) => ({ realm_id: id, name }))
}

/** The only matching user. @throws AppError brand_choice when there are several and none was chosen. */
export async function chooseBrand(
  ctx: Context,
  users: UserRow[],
  realmId: number | undefined,
  site: SiteRow | null,
): Promise<UserRow | undefined> {
  const chosen = realmId === undefined ? users : users.filter((user) => user.realm_id === realmId)
  if (chosen.length <= 1) return chosen[0]
  const message = `This email belongs to several ${site ? 'accounts' : 'brands'}. Choose one`
  throw new AppError('brand_choice', message, { details: { brands: await listChoices(ctx, chosen, site) } })
}

/** Signing in with email and password on the site of the host. @throws AppError invalid_credentials, rate_limited, … */
export async function signIn(
  ctx: Context,
  body: { email: string; password: string; realm_id?: number },
  from: From,
): Promise<SignedIn> {
  const email = body.email.toLowerCase()
  await loginHostLimit.consume(ctx, from.ip)
  await loginLimit.consume(ctx, `${email}|${from.ip}`)
  const site = await findSiteOfHost(ctx, from.host)
  const candidates = await findUsersOfSite(ctx, email, site)
  const ids = candidates.map((user) => user.id)
  const known = await knowsAddress(ctx, ids, from.ip)
  if (!known) await loginAccountLimit.consume(ctx, email)
  const users = await findWithPassword(candidates, body.password, site)
  if (users.length === 0) throw new AppError('invalid_credentials', WRONG)
  await loginLimit.reset(ctx, `${email}|${from.ip}`)
  await loginHostLimit.release(ctx, from.ip)
  if (!known) await loginAccountLimit.release(ctx, email)
  const user = await chooseBrand(ctx, users, body.realm_id, site)
  if (!user) throw new AppError('invalid_credentials', WRONG)
  return signInUser(ctx, user, site, from)
}
