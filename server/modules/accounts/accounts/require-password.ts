import { MESSAGES } from '#contract/core/messages.ts'
import { verifyPassword } from '#server/platform/crypto/password.ts'
import type { Db } from '#server/platform/db/db.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { findUser } from './accounts-store.ts'

export interface PasswordCheckDeps {
  db: Db
  /** Attempts per user to enter their password again. */
  passwordTries: RateLimit
}

/**
 * Requires the user's password again before something that a stolen token must not do. A user without a password
 * (social sign-in only) passes: what outlives the session requires their recent sign-in instead (`requireOwner`).
 * @throws AppError validation_failed on `field`, rate_limited.
 */
export const createPasswordCheck =
  ({ db, passwordTries }: PasswordCheckDeps) =>
  async (userId: number, password: string | undefined, field = 'password'): Promise<void> => {
    const user = await findUser(db, userId)
    if (!user) throw notFound('The user')
    if (!user.password_hash) return
    if (password === undefined) throw invalidField(field, MESSAGES.required)
    await passwordTries.consume(String(userId))
    if (!(await verifyPassword(user.password_hash, password)))
      throw invalidField(field, 'The password is wrong')
    await passwordTries.reset(String(userId))
  }
