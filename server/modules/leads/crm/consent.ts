import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import type { CheckedConnection } from './check-connection.ts'
import { insertConsent, takeConsent } from './connections-store.ts'
import type { CrmAccessService } from './crm-access.ts'
import { asCallError } from './crm-errors.ts'
import type { OfferedCrms } from './offered-crms.ts'

const redirectOf = (origin: string) => `${origin}/crm/callback`

interface ConsentDeps {
  db: Db
  access: Pick<CrmAccessService, 'newContext' | 'storedOf'>
  offered: OfferedCrms
  /** Where people of a host come back to: its own origin, of a domain that is served; else the platform's. */
  originOf(host: string): Promise<string>
}

/** Connecting on the CRM's own page: there and back. */
export const createConsent = ({ db, access, offered, originOf }: ConsentDeps) => ({
  /** The consent page, with a state that is good for one use by this person. */
  async beginConsent(actor: Actor, id: 'ghl' | 'keap', host: string): Promise<string> {
    await offered.requireOffered(actor, id)
    const { consent, label } = offered.contactCrm(id)
    if (!consent) throw new AppError('conflict', `${label} sign-in isn’t set up here. Connect with a token`)
    const { token, hash } = newToken()
    const { accountId, userId } = actor
    await transaction(db, async () => {
      await insertConsent(db, { stateHash: hash, accountId, userId, crm: id })
      recordAudit(db, { accountId, subject: `crm:${id}` })
    })
    return consent.page(token, redirectOf(await originOf(host)))
  },

  /** Uses up the state and turns the code into tokens. @throws AppError. */
  async requestConsent(
    actor: Actor,
    { state, code, host }: { state: string; code: string; host: string },
    signal: AbortSignal,
  ): Promise<CheckedConnection> {
    const { accountId, userId } = actor
    const taken = await takeConsent(db, { accountId, userId }, hashToken(state))
    if (!taken) throw invalidField('state', 'This link was already used or has expired. Connect again')
    const crm = offered.contactCrm(taken.crm)
    if (!crm.consent) throw new AppError('conflict', `${crm.label} sign-in isn’t set up here`)
    try {
      const tokens = await crm.consent.exchange(code, redirectOf(await originOf(host)), signal)
      const context = access.newContext(crm, tokens.account ?? '', tokens.access, 'oauth', signal)
      const { account, name } = await crm.test(context)
      return { crm: taken.crm, way: 'oauth', access: access.storedOf(tokens), account, label: name }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'refused')
        throw invalidField('code', `${crm.label} rejected this code. Connect again`)
      throw asCallError(error)
    }
  },
})
