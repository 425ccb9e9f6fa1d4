import { type AccountsService, memberModules, type UserRow } from '#server/modules/accounts/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { publish, SESSION_ENDED } from '#server/platform/live-bus.ts'
import { findSession, hasSignedInFrom, insertSession, revokeSession, touchSession } from './auth-store.ts'
import { presentUser } from './present-user.ts'

export interface AuthDeps {
  db: Db
  accounts: AccountsService
  sites: SitesService
  /** Tries per e-mail and address: guessing is slow, and the owner elsewhere still gets in. */
  perAddress: RateLimit
  /** Tries per address over all e-mails; those that succeed do not count. */
  perHost: RateLimit
  /** Tries per e-mail over all addresses that its owner has not signed in from: guessing from many places. */
  perAccount: RateLimit
  /** Key of the chat identity hash. */
  identityKey: string
}

const WRONG = 'E-mail or password is wrong'

/** Users whose password fits. At least one hash is always computed, so that an unknown e-mail takes as long. */
async function withPassword(candidates: UserRow[], password: string): Promise<UserRow[]> {
  const checked = await Promise.all(
    (candidates.length > 0 ? candidates : [null]).map(async (user) =>
      (await verifyPassword(user?.password_hash ?? null, password)) && user ? [user] : [],
    ),
  )
  return checked.flat()
}

export function createAuthService(deps: AuthDeps) {
  const { db, accounts, sites } = deps

  async function userReply(user: UserRow) {
    const account = await accounts.findAccount(user.account_id)
    if (!account) throw notFound('The account')
    return presentUser(user, account, deps.identityKey)
  }

  return {
    /** Signs in on the site of `host`. @throws AppError invalid_credentials, rate_limited, conflict. */
    async login(
      input: { email: string; password: string },
      from: { ip: string; host: string; userAgent: string },
    ) {
      const email = input.email.toLowerCase()
      await deps.perHost.consume(from.ip)
      await deps.perAddress.consume(`${email}|${from.ip}`)
      const site = await sites.ofHost(from.host)
      const candidates = await accounts.findUsersByEmail(email, site?.realm_id ?? null)
      const known = await hasSignedInFrom(
        db,
        candidates.map((user) => user.id),
        from.ip,
      )
      if (!known) await deps.perAccount.consume(email)
      const users = await withPassword(candidates, input.password)
      const user = users[0]
      if (!user) throw new AppError('invalid_credentials', WRONG)
      if (users.length > 1)
        throw new AppError(
          'conflict',
          'This sign-in belongs to several brands; use the address of the one you want',
        )
      await deps.perAddress.reset(`${email}|${from.ip}`)
      await deps.perHost.giveBack(from.ip)
      if (!known) await deps.perAccount.giveBack(email)
      const { token, hash } = newToken()
      const expires = await insertSession(db, {
        userId: user.id,
        tokenHash: hash,
        siteId: site?.id ?? null,
        ip: from.ip,
        userAgent: from.userAgent,
      })
      return { token, expires, user: await userReply(user) }
    },

    async logout(actor: Actor): Promise<void> {
      await revokeSession(db, actor.sessionId)
      await publish(db, { accountId: actor.accountId, kind: SESSION_ENDED, id: actor.sessionId })
    },

    async me(actor: Actor) {
      const user = await accounts.findUser(actor.userId)
      if (!user) throw notFound('The user')
      return userReply(user)
    },

    /** Who holds this token on this host, or null. */
    async findActor(token: string, host: string): Promise<Actor | null> {
      const row = await findSession(db, hashToken(token), host.replace(/:\d+$/, ''))
      if (!row) return null
      if (row.stale) await touchSession(db, row.session_id)
      return {
        userId: row.user_id,
        accountId: row.account_id,
        realmId: row.realm_id,
        sessionId: row.session_id,
        role: row.role,
        modules: memberModules(row.modules, row.granted_modules),
        isMainUser: row.role !== 'related',
        accessToWallet: row.access_to_wallet,
        timeZone: row.time_zone,
        actorUserId: row.actor_user_id,
      }
    },
  }
}

export type AuthService = ReturnType<typeof createAuthService>
