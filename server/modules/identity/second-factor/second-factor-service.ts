import type { AccountsService, UserRow } from '#server/modules/accounts/accounts/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { SecretBox } from '#server/platform/crypto/secret-box.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { RateLimit } from '#server/platform/http/rate-limit.ts'
import { type CallOrigin, type ChangeMailer, createChangeMail } from './change-mail.ts'
import { createFactorCodes } from './factor-codes.ts'
import { findFactor, switchOff, usersWithFactor } from './second-factor-store.ts'
import { createFactorSwitch } from './switch-factor.ts'

export interface SecondFactorDeps {
  db: Db
  secretBox: SecretBox
  accounts: Pick<AccountsService, 'findUser' | 'requirePassword'>
  mail: ChangeMailer
  sites: Pick<SitesService, 'speakingTo' | 'settingsOf'>
  /** Tries per user to switch the factor on or off or to renew the codes. */
  tries: RateLimit
  /** Key for hashing recovery codes. */
  pepper: string
  clock?: Clock
}

/** Authenticator app codes beside the password, and recovery codes for a lost app. */
export function createSecondFactorService(deps: SecondFactorDeps) {
  const { db, secretBox, accounts, mail, sites, tries, pepper } = deps
  const clock = deps.clock ?? systemClock
  const codes = createFactorCodes({ db, secretBox, pepper, clock })
  const { verify, recoveryCodesLeft } = codes
  const notifyChange = createChangeMail({ mail, sites, clock })

  return {
    ...createFactorSwitch({ db, secretBox, accounts, sites, tries, codes, notifyChange }),
    verify,
    recoveryCodesLeft,
    notifyChange,

    /** Whether signing in asks this user for a code. */
    isEnabled: async (userId: number): Promise<boolean> =>
      Boolean((await findFactor(db, userId))?.enabled_at),
    /** Those of these users who have a second factor. */
    usersWith: async (userIds: number[]) => new Set(await usersWithFactor(db, userIds)),

    /**
     * Switches off the factor of someone who has lost it, in the current transaction, and notifies them.
     * @throws AppError conflict when it isn't on.
     */
    async reset(user: UserRow, from: CallOrigin): Promise<void> {
      if (!(await findFactor(db, user.id))?.enabled_at)
        throw conflict('This person doesn’t use two-factor authentication')
      await switchOff(db, user.id)
      await notifyChange(user, 'off', from)
    },

    async show(actor: Actor) {
      const factor = await findFactor(db, actor.userId)
      const enabledAt = factor?.enabled_at?.toISOString() ?? null
      return {
        enabled: enabledAt !== null,
        enabled_at: enabledAt,
        recovery_codes_left: enabledAt === null ? 0 : await recoveryCodesLeft(actor.userId),
      }
    },
  }
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>
