import { createHmac } from 'node:crypto'
import { ACCOUNT_SETTING_COLUMNS } from '#contract/accounts/account-settings.ts'
import { MODULE_IDS } from '#contract/core/constants.ts'
import type { User } from '#contract/identity/user.ts'
import { type AccountRow, readRights, type UserRow } from '#server/modules/accounts/accounts/index.ts'
import { type Actor, isInPerson, seesWallet } from '#server/platform/http/actor.ts'
import { listCapabilities } from '#server/platform/http/capabilities.ts'
import { pick } from '#server/platform/pick.ts'

/** Proves to the support chat who someone is, for ever: nobody but the person may have it. */
const chatProof = (user: UserRow, { key, subject }: { key: string; subject: 'id' | 'email' }): string =>
  createHmac('sha256', key).update(String(user[subject])).digest('hex')

/** The user in the spec's form. A stored AI vendor key is returned only as a mask. */
export function presentUser(
  user: UserRow,
  account: AccountRow,
  facts: {
    /** The person's id for the support chat, and the key that signs it. */
    identity: { key: string; subject: 'id' | 'email' }
    secondFactor: boolean
    termsToAccept: User['terms_to_accept']
    customFields: User['custom_fields']
    /** Masked; null when the account has none. */
    modelKey: string | null
    /** The caller; null while signing in. */
    actor: Actor | null
    acting: User['acting']
    brandScripts: boolean
    /** Why the account is not fully accessible, or soon will not be. */
    accessMessage: string | null
    /** Whether the accounts above let it use their model. */
    modelSupported: boolean
  },
): User {
  const rights = readRights(user, account.modules)
  return {
    ...pick(user, 'id', 'email', 'first_name', 'last_name', 'role'),
    created_at: user.created_at.toISOString(),
    hash_hmac: facts.actor && !isInPerson(facts.actor) ? '' : chatProof(user, facts.identity),
    modules: rights.modules.map((slug) => ({ id: MODULE_IDS[slug], slug })),
    isMainUser: rights.isMainUser,
    accessToWallet: seesWallet(rights),
    can: listCapabilities(facts.actor ?? rights),
    parentSettings: { support_open_ai_api_key: facts.modelSupported },
    open_ai_api_key: facts.modelKey,
    formats: { time_zone: user.time_zone, locale: user.locale, hour_cycle: user.hour_cycle },
    account: {
      id: account.id,
      ...pick(account, ...ACCOUNT_SETTING_COLUMNS),
      delete_at: account.delete_at?.toISOString() ?? null,
      access: { level: account.closed_at ? 'closed' : account.access, message: facts.accessMessage },
    },
    custom_fields: facts.customFields,
    has_password: user.password_hash !== null,
    second_factor: facts.secondFactor,
    terms_to_accept: facts.termsToAccept,
    acting: facts.acting,
    brand_scripts: facts.brandScripts,
  }
}
