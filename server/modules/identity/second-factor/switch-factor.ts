import type { AccountsService, UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import type { CallOrigin, NotifyChange } from './change-mail.ts'
import { type FactorCodes, sealContext } from './factor-codes.ts'
import { findFactor, lockFactor, storeWaitingSecret, switchOff, switchOn } from './second-factor-store.ts'
import { newSecret, otpauthUri } from './totp.ts'

interface SwitchDeps {
  db: Db
  secretBox: SecretBox
  accounts: Pick<AccountsService, 'findUser' | 'requirePassword'>
  sites: Pick<SitesService, 'settingsOf'>
  /** Tries per user to switch the factor on or off or to renew the codes. */
  tries: RateLimit
  codes: Pick<FactorCodes, 'stepOf' | 'verify' | 'makeCodes'>
  notifyChange: NotifyChange
}

/** Proofs for switching off and renewing: the password, if there is one, and a code. */
interface BothProofs {
  password?: string | undefined
  code: string
}

const wrongCode = () =>
  new AppError('invalid_code', 'This code is wrong or was already used. Wait for the next one in your app.')
const alreadyOn = () => conflict('Two-factor authentication is already on')
const notOn = () => conflict('Two-factor authentication isn’t on')

/** Switches the actor's second factor on and off, and renews recovery codes. */
export function createFactorSwitch({
  db,
  secretBox,
  accounts,
  sites,
  tries,
  codes,
  notifyChange,
}: SwitchDeps) {
  async function existingUser(id: number): Promise<UserRow> {
    const user = await accounts.findUser(id)
    if (!user) throw notFound('The user')
    return user
  }

  /** Runs `change` once password and code are both right; the code is used up together with it, or not at all. */
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
      if (!(await codes.verify(actor.userId, proofs.code))) throw wrongCode()
      return change(user)
    })
    await tries.reset(String(actor.userId))
    return result
  }

  return {
    /**
     * Creates a secret that takes effect once a code confirms it.
     * @throws AppError conflict, rate_limited, validation_failed.
     */
    async start(actor: Actor, password: string | undefined, host: string) {
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

    /** Switches the factor on. Returns the recovery codes. @throws AppError conflict, invalid_code, rate_limited. */
    async enable(actor: Actor, code: string, from: CallOrigin): Promise<string[]> {
      await tries.consume(String(actor.userId))
      const user = await existingUser(actor.userId)
      const recoveryCodes = await transaction(db, async () => {
        const factor = await lockFactor(db, user.id)
        if (factor?.enabled_at) throw alreadyOn()
        if (!factor?.is_recent) throw conflict('Get a new secret first and add it to your app')
        const step = await codes.stepOf(factor, code)
        if (step === null) throw wrongCode()
        await switchOn(db, user.id, step)
        await notifyChange(user, 'on', from)
        recordAudit(db, { accountId: user.account_id })
        return codes.makeCodes(user.id)
      })
      await tries.reset(String(actor.userId))
      return recoveryCodes
    },

    /**
     * Creates ten new recovery codes that replace the old ones.
     * @throws AppError conflict, invalid_code, rate_limited, validation_failed.
     */
    renewCodes: (actor: Actor, proofs: BothProofs, from: CallOrigin): Promise<string[]> =>
      withBothProofs(actor, proofs, async (user) => {
        await notifyChange(user, 'new-recovery-codes', from)
        recordAudit(db, { accountId: user.account_id })
        return codes.makeCodes(user.id)
      }),

    /** Switches the factor off and deletes secret and codes. @throws as `renewCodes`. */
    disable: (actor: Actor, proofs: BothProofs, from: CallOrigin): Promise<void> =>
      withBothProofs(actor, proofs, async (user) => {
        await switchOff(db, user.id)
        await notifyChange(user, 'off', from)
        recordAudit(db, { accountId: user.account_id })
      }),
  }
}
