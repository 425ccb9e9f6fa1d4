import type { AccountsService, UserRow } from '#server/modules/accounts/index.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import type { SitesService } from '#server/modules/sites/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { constantTimeEqual } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { bareCode, hashRecoveryCode, looksLikeRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import {
  findFactor,
  lockFactor,
  replaceCodes,
  type SecondFactorRow,
  storeWaitingSecret,
  switchOff,
  switchOn,
  takeCode,
  takeStep,
  unusedCodes,
  usersWithFactor,
} from './second-factor-store.ts'
import { matchingStep, newSecret, otpauthUri } from './totp.ts'

/** What happened to a second factor, as the mail about it says. */
export type FactorChange = 'on' | 'off' | 'recovery-code-used' | 'new-recovery-codes'

/** Where a call came from; the host says which brand speaks. */
export interface CallOrigin {
  ip: string
  host: string
}

/** Writes a mail in the caller's transaction. */
interface ChangeMailer {
  send(mail: {
    siteId: number | null
    to: string
    template: 'second-factor-changed'
    variables: { first_name: string; change: FactorChange; when: string; ip: string }
    secrets: Record<never, never>
    userId: number
    accountId: number
  }): Promise<unknown>
}

export interface SecondFactorDeps {
  db: Db
  secretBox: SecretBox
  accounts: Pick<AccountsService, 'findUser' | 'requirePassword'>
  mail: ChangeMailer
  sites: Pick<SitesService, 'ofHost' | 'settingsOf'>
  /** Tries per user to switch the factor on or off or to renew the codes. */
  tries: RateLimit
  /** Key of the hashes of recovery codes. */
  pepper: string
  clock?: Clock
}

/** What switching off and renewing take: the password, where there is one, and a code. */
interface BothProofs {
  password?: string | undefined
  code: string
}

const sealContext = (userId: number) => `second-factor:${userId}`
const wrongCode = () =>
  new AppError('invalid_code', 'This code is wrong or was used already. Wait for the next one of your app.')
const alreadyOn = () => new AppError('conflict', 'The second factor is on already')
const notOn = () => new AppError('conflict', 'The second factor is not on')

/** Codes of an authenticator app beside the password, and recovery codes for who has lost it. */
export function createSecondFactorService(deps: SecondFactorDeps) {
  const { db, secretBox, accounts, mail, sites, tries, pepper } = deps
  const clock = deps.clock ?? systemClock

  async function existingUser(id: number): Promise<UserRow> {
    const user = await accounts.findUser(id)
    if (!user) throw notFound('The user')
    return user
  }

  const stepOf = (factor: SecondFactorRow, code: string) =>
    matchingStep(secretBox.open(factor.secret_sealed, sealContext(factor.user_id)), code, clock.now())

  async function isRecoveryCode(userId: number, code: string): Promise<boolean> {
    if (!looksLikeRecoveryCode(code)) return false
    const wanted = hashRecoveryCode(pepper, userId, code)
    const stored = await unusedCodes(db, userId)
    const matching = stored.filter((hash) => constantTimeEqual(hash, wanted))
    return matching[0] !== undefined && takeCode(db, userId, matching[0])
  }

  async function verify(userId: number, typed: string): Promise<'app' | 'recovery' | null> {
    const factor = await findFactor(db, userId)
    if (!factor?.enabled_at) return null
    const code = bareCode(typed)
    if (!/^\d{6}$/.test(code)) return (await isRecoveryCode(userId, code)) ? 'recovery' : null
    const step = await stepOf(factor, code)
    return step !== null && (await takeStep(db, factor, step)) ? 'app' : null
  }

  async function makeCodes(userId: number): Promise<string[]> {
    const codes = newRecoveryCodes()
    await replaceCodes(
      db,
      userId,
      codes.map((code) => hashRecoveryCode(pepper, userId, code)),
    )
    return codes
  }

  async function tellChange(
    user: Pick<UserRow, 'id' | 'account_id' | 'email' | 'first_name'>,
    change: FactorChange,
    from: CallOrigin,
  ): Promise<void> {
    await mail.send({
      siteId: (await sites.ofHost(from.host))?.id ?? null,
      to: user.email,
      template: 'second-factor-changed',
      variables: { first_name: user.first_name, change, when: clock.now().toISOString(), ip: from.ip },
      secrets: {},
      userId: user.id,
      accountId: user.account_id,
    })
  }

  /** Runs `change` once password and code are both right; the code is used up with it, or not at all. */
  async function withBothProofs<T>(
    actor: Actor,
    proofs: BothProofs,
    change: (user: UserRow) => Promise<T>,
  ): Promise<T> {
    if (!(await findFactor(db, actor.userId))?.enabled_at) throw notOn()
    await tries.consume(String(actor.userId))
    await accounts.requirePassword(actor.userId, proofs.password)
    const user = await existingUser(actor.userId)
    const result = await transaction(db, async () => {
      await lockFactor(db, actor.userId)
      if (!(await verify(actor.userId, proofs.code))) throw wrongCode()
      return change(user)
    })
    await tries.reset(String(actor.userId))
    return result
  }

  const isEnabled = async (userId: number): Promise<boolean> =>
    Boolean((await findFactor(db, userId))?.enabled_at)

  const recoveryCodesLeft = async (userId: number): Promise<number> => (await unusedCodes(db, userId)).length

  return {
    /** Whether signing in asks this user for a code. */
    isEnabled,
    /** Those of these users who have a second factor. */
    usersWith: async (userIds: number[]) => new Set(await usersWithFactor(db, userIds)),
    /** Recovery codes that were not used yet; 0 without a second factor. */
    recoveryCodesLeft,
    /**
     * Checks a code and uses it up: six digits are the app's, anything else a recovery code, written in any way. Null
     * when it is wrong, used, too old, or the factor is not on. Counting tries is the caller's part.
     */
    verify,
    /** Writes to the person that something changed, in the transaction of the change. */
    tellChange,

    async show(actor: Actor) {
      const factor = await findFactor(db, actor.userId)
      const enabledAt = factor?.enabled_at?.toISOString() ?? null
      return {
        enabled: enabledAt !== null,
        enabled_at: enabledAt,
        recovery_codes_left: enabledAt === null ? 0 : await recoveryCodesLeft(actor.userId),
      }
    },

    /** Makes a secret that counts once a code confirms it. @throws AppError conflict, rate_limited, validation_failed. */
    async begin(actor: Actor, password: string | undefined, host: string) {
      await tries.consume(String(actor.userId))
      await accounts.requirePassword(actor.userId, password)
      const user = await existingUser(actor.userId)
      const secret = newSecret()
      const sealed = secretBox.seal(secret, sealContext(user.id))
      await transaction(db, async () => {
        if (!(await storeWaitingSecret(db, user.id, sealed))) throw alreadyOn()
        recordAudit(db, { accountId: user.account_id })
      })
      const { name } = await sites.settingsOf(host)
      return { secret, uri: otpauthUri(secret, name, user.email) }
    },

    /** Switches the factor on. Answers the recovery codes. @throws AppError conflict, invalid_code, rate_limited. */
    async enable(actor: Actor, code: string, from: CallOrigin): Promise<string[]> {
      await tries.consume(String(actor.userId))
      const user = await existingUser(actor.userId)
      const codes = await transaction(db, async () => {
        const factor = await lockFactor(db, user.id)
        if (factor?.enabled_at) throw alreadyOn()
        if (!factor?.is_recent)
          throw new AppError('conflict', 'Ask for a new secret first and add it to your app')
        const step = await stepOf(factor, code)
        if (step === null) throw wrongCode()
        await switchOn(db, user.id, step)
        await tellChange(user, 'on', from)
        recordAudit(db, { accountId: user.account_id })
        return makeCodes(user.id)
      })
      await tries.reset(String(actor.userId))
      return codes
    },

    /** Makes ten new recovery codes; the old ones are worth nothing. @throws AppError conflict, invalid_code, rate_limited, validation_failed. */
    renewCodes: (actor: Actor, proofs: BothProofs, from: CallOrigin): Promise<string[]> =>
      withBothProofs(actor, proofs, async (user) => {
        await tellChange(user, 'new-recovery-codes', from)
        recordAudit(db, { accountId: user.account_id })
        return makeCodes(user.id)
      }),

    /** Switches the factor off and forgets secret and codes. @throws as `renewCodes`. */
    disable: (actor: Actor, proofs: BothProofs, from: CallOrigin): Promise<void> =>
      withBothProofs(actor, proofs, async (user) => {
        await switchOff(db, user.id)
        await tellChange(user, 'off', from)
        recordAudit(db, { accountId: user.account_id })
      }),
  }
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>
