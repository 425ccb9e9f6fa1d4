import type { CrmId } from '#contract/leads/crm.ts'
import { CRM_KINDS } from '#contract/leads/crm-kinds.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ContactCrm } from '#server/providers/crms/index.ts'

interface OfferedDeps {
  crms: ReadonlyMap<CrmId, ContactCrm>
  /** CRMs offered by an account's brand. */
  offeredTo(realmId: number): Promise<readonly CrmId[]>
}

/** CRMs that an actor may connect. */
export const createOfferedCrms = ({ crms, offeredTo }: OfferedDeps) => ({
  async requireOffered(actor: Actor, crm: CrmId): Promise<void> {
    if (!(await offeredTo(actor.realmId)).includes(crm))
      throw conflict(`${CRM_KINDS[crm].label} is not offered here`)
  },

  contactCrm(id: CrmId): ContactCrm {
    const crm = crms.get(id)
    if (!crm) throw conflict(`${CRM_KINDS[id].label} can’t be connected this way`)
    return crm
  },
})

export type OfferedCrms = ReturnType<typeof createOfferedCrms>
