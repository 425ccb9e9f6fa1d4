import { MESSAGES } from '#contract/core/messages.ts'
import type { AccountClosing } from '#contract/privacy/account-closing.ts'
import { type AccountsService, canCloseAccount } from '#server/modules/accounts/accounts/index.ts'
import type { SecondFactorService } from '#server/modules/identity/second-factor/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'

export interface ClosingProofDeps {
  db: Db
  accounts: Pick<AccountsService, 'findUser' | 'requirePassword'>
  secondFactor: Pick<SecondFactorService, 'isEnabled' | 'verify'>
  /** Proof attempts per user. */
  tries: RateLimit
}

/** Proofs required for closing, besides the account's name. */
export interface ClosingProof {
  name: string
  password?: string | undefined
  code?: string | undefined
}

/** Verifies the person who closes an account. */
export function createClosingProof(deps: ClosingProofDeps) {
  async function proofOf(actor: Actor): Promise<AccountClosing['proof']> {
    const user = await deps.accounts.findUser(actor.userId)
    if (user?.password_hash) return 'password'
    return (await deps.secondFactor.isEnabled(actor.userId)) ? 'code' : 'name'
  }

  /** Closing requires the person themselves, with a fresh proof. */
  async function prove(actor: Actor, { password, code }: ClosingProof): Promise<void> {
    if (!canCloseAccount(actor))
      throw new AppError('forbidden', 'Only the owner can close the account, not someone logged in as them')
    const proof = await proofOf(actor)
    if (proof === 'password') await deps.accounts.requirePassword(actor.userId, password)
    if (proof !== 'code') return
    if (!code) throw invalidField('code', MESSAGES.required)
    await deps.tries.consume(String(actor.userId))
    if (!(await transaction(deps.db, () => deps.secondFactor.verify(actor.userId, code))))
      throw new AppError(
        'invalid_code',
        'This code is wrong or was already used. Wait for the next one in your app.',
      )
    await deps.tries.reset(String(actor.userId))
  }

  return { proofOf, prove }
}
