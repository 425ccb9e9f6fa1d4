import { recordAudit } from '#server/modules/core/audit/index.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { CrmError } from '#server/providers/crms/index.ts'
import type { CheckedConnection } from './check-connection.ts'
import { insertConsent, redeemConsent } from './connections-store.ts'
import type { CrmAccessService } from './crm-access.ts'
import { asCallError } from './crm-errors.ts'
import type { OfferedCrms } from './offered-crms.ts'

const redirectOf = (origin: string) => `${origin}/crm/callback`

interface ConsentDeps {
  db: Db
  access: Pick<CrmAccessService, 'newContext' | 'storedOf'>
  offered: OfferedCrms
  /** The redirect origin for a host: its own, if it is a served domain; else the platform's. */
  originOf(host: string): Promise<string>
}

/** Connecting through the CRM's OAuth consent page. */
export const createConsent = ({ db, access, offered, originOf }: ConsentDeps) => ({
  /** The consent page, with a state that works once for this person. */
  async startConsent(actor: Actor, id: 'ghl' | 'keap', host: string): Promise<string> {
    await offered.requireOffered(actor, id)
    const { consent, label } = offered.contactCrm(id)
    if (!consent) throw conflict(`${label} sign-in isn’t set up here. Connect with a token`)
    const { token, hash } = newToken()
    const { accountId, userId } = actor
    await transaction(db, async () => {
      await insertConsent(db, { stateHash: hash, accountId, userId, crm: id })
      recordAudit(db, { accountId, subject: `crm:${id}` })
    })
    return consent.page(token, redirectOf(await originOf(host)))
  },

  /** Redeems the state and exchanges the code for tokens. @throws AppError. */
  async requestConsent(
    actor: Actor,
    { state, code, host }: { state: string; code: string; host: string },
    signal: AbortSignal,
  ): Promise<CheckedConnection> {
    const { accountId, userId } = actor
    const redeemed = await redeemConsent(db, { accountId, userId }, hashToken(state))
    if (!redeemed) throw invalidField('state', 'This link was already used or has expired. Connect again')
    const crm = offered.contactCrm(redeemed.crm)
    if (!crm.consent) throw conflict(`${crm.label} sign-in isn’t set up here`)
    try {
      const tokens = await crm.consent.exchange(code, redirectOf(await originOf(host)), signal)
      const context = access.newContext(crm, tokens.account ?? '', tokens.access, 'oauth', signal)
      const { account, name } = await crm.test(context)
      return { crm: redeemed.crm, way: 'oauth', access: access.storedOf(tokens), account, label: name }
    } catch (error) {
      if (error instanceof CrmError && error.code === 'refused')
        throw invalidField('code', `${crm.label} rejected this code. Connect again`)
      throw asCallError(error)
    }
  },
})
