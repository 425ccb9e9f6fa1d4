import type { SignedIn } from '#contract/identity/user.ts'
import {
  findUsersByEmail,
  listBrandsOfRealms,
  type UserRow,
} from '#server/modules/accounts/accounts/index.ts'
import { findSiteOfHost } from '#server/modules/branding/sites/index.ts'
import { knowsAddress } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import { AppError } from '#server/platform/errors.ts'
import { loginAccountLimit, loginHostLimit, loginLimit } from './auth-limits.ts'
import { signInUser } from './finish-sign-in.ts'
import type { From } from './from.ts'

const WRONG = 'Email or password is wrong'

/** Users with a matching password. At least one hash is always computed, so that an unknown email takes as long. */
async function findWithPassword(candidates: UserRow[], password: string): Promise<UserRow[]> {
  const checked = await Promise.all(
    (candidates.length > 0 ? candidates : [null]).map(async (user) =>
      (await verifyPassword(user?.password_hash ?? null, password)) && user ? [user] : [],
    ),
  )
  return checked.flat()
}

/** The only matching user. @throws AppError brand_choice when there are several and none was chosen. */
export async function chooseBrand(
  ctx: Context,
  users: UserRow[],
  realmId: number | undefined,
): Promise<UserRow | undefined> {
  const chosen = realmId === undefined ? users : users.filter((user) => user.realm_id === realmId)
  if (chosen.length <= 1) return chosen[0]
  const brands = await listBrandsOfRealms(
    ctx,
    chosen.map((user) => user.realm_id),
  )
  throw new AppError('brand_choice', 'This email belongs to several brands. Choose one', {
    details: { brands: brands.map(({ id, name }) => ({ realm_id: id, name })) },
  })
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
  const candidates = await findUsersByEmail(ctx, email, site?.realm_id ?? null)
  const ids = candidates.map((user) => user.id)
  const known = await knowsAddress(ctx, ids, from.ip)
  if (!known) await loginAccountLimit.consume(ctx, email)
  const users = await findWithPassword(candidates, body.password)
  if (users.length === 0) throw new AppError('invalid_credentials', WRONG)
  await loginLimit.reset(ctx, `${email}|${from.ip}`)
  await loginHostLimit.release(ctx, from.ip)
  if (!known) await loginAccountLimit.release(ctx, email)
  const user = await chooseBrand(ctx, users, body.realm_id)
  if (!user) throw new AppError('invalid_credentials', WRONG)
  return signInUser(ctx, user, site, from)
}
