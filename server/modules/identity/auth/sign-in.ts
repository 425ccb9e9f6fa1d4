import type { SignedIn } from '#contract/identity/user.ts'
import type { UserRow } from '#server/modules/accounts/accounts/index.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AuthDeps, From } from './auth-deps.ts'
import type { Enter } from './finish-sign-in.ts'

const WRONG = 'Email or password is wrong'

/** Users with a matching password. At least one hash is always computed, so that an unknown email takes as long. */
async function withPassword(candidates: UserRow[], password: string): Promise<UserRow[]> {
  const checked = await Promise.all(
    (candidates.length > 0 ? candidates : [null]).map(async (user) =>
      (await verifyPassword(user?.password_hash ?? null, password)) && user ? [user] : [],
    ),
  )
  return checked.flat()
}

/** The only matching user. @throws AppError brand_choice when there are several and none was chosen. */
export async function chooseBrand(
  users: UserRow[],
  realmId: number | undefined,
  accounts: AuthDeps['accounts'],
): Promise<UserRow | undefined> {
  const chosen = realmId === undefined ? users : users.filter((user) => user.realm_id === realmId)
  if (chosen.length <= 1) return chosen[0]
  const brands = await accounts.brandsOf(chosen.map((user) => user.realm_id))
  throw new AppError('brand_choice', 'This email belongs to several brands. Choose one', {
    details: { brands: brands.map(({ id, name }) => ({ realm_id: id, name })) },
  })
}

/** Signing in with email and password on the site of the host. @throws AppError invalid_credentials, rate_limited, … */
export const createSignIn =
  ({ sites, accounts, sessions, limits }: AuthDeps, finishSignIn: Enter) =>
  async (
    body: { email: string; password: string; realm_id?: number | undefined },
    from: From,
  ): Promise<SignedIn> => {
    const email = body.email.toLowerCase()
    await limits.perHost.consume(from.ip)
    await limits.perAddress.consume(`${email}|${from.ip}`)
    const site = await sites.ofHost(from.host)
    const candidates = await accounts.findUsersByEmail(email, site?.realm_id ?? null)
    const ids = candidates.map((user) => user.id)
    const known = await sessions.knows(ids, from.ip)
    if (!known) await limits.perAccount.consume(email)
    const users = await withPassword(candidates, body.password)
    if (users.length === 0) throw new AppError('invalid_credentials', WRONG)
    await limits.perAddress.reset(`${email}|${from.ip}`)
    await limits.perHost.release(from.ip)
    if (!known) await limits.perAccount.release(email)
    const user = await chooseBrand(users, body.realm_id, accounts)
    if (!user) throw new AppError('invalid_credentials', WRONG)
    return finishSignIn.forUser(user, site, from)
  }
