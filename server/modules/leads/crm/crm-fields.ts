import type { CrmField, CrmId } from '#contract/leads/crm.ts'
import { CRM_KINDS, keepsContacts } from '#contract/leads/crm-kinds.ts'
import { recordAudit } from '#server/modules/core/audit/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ConnectionsService } from './connections-service.ts'
import type { CrmAccessService } from './crm-access.ts'
import { withCallErrors } from './crm-errors.ts'

interface NewField {
  label: string
  kind: 'text' | 'number' | 'date'
}

/** For CRMs that receive leads as messages. */
export const noFields = (crm: CrmId) => conflict(`${CRM_KINDS[crm].label} has no fields of its own`)

export interface FieldsDeps {
  db: Db
  connections: ConnectionsService
  access: CrmAccessService
}

/** Fields and owners defined in CRMs. */
export function createFieldsOfCrms({ db, connections, access }: FieldsDeps) {
  async function fields(actor: Actor, id: number, signal: AbortSignal): Promise<CrmField[]> {
    const row = await connections.find(actor, id)
    if (!keepsContacts(row.crm)) return []
    return withCallErrors(() =>
      access.callCrm(actor.accountId, id, signal, (crm, context) => crm.fields(context)),
    )
  }

  const create = (actor: Actor, id: number, field: NewField, signal: AbortSignal) =>
    withCallErrors(() =>
      access.callCrm(actor.accountId, id, signal, (crm, context) => crm.createField(context, field)),
    )

  return {
    fields,
    create,

    async createField(actor: Actor, id: number, field: NewField, signal: AbortSignal): Promise<CrmField> {
      const row = await connections.find(actor, id)
      if (!keepsContacts(row.crm)) throw noFields(row.crm)
      const known = await fields(actor, id, signal)
      if (known.some(({ label }) => label.toLowerCase() === field.label.toLowerCase()))
        throw conflict('The CRM already has a field with this name')
      const created = await create(actor, id, field, signal)
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { label: field.label } })
      })
      return created
    },

    async owners(actor: Actor, id: number, signal: AbortSignal) {
      const row = await connections.find(actor, id)
      if (!keepsContacts(row.crm)) return { data: [], takes_owner: false }
      const data = await withCallErrors(() =>
        access.callCrm(actor.accountId, id, signal, (crm, context) => crm.owners(context)),
      )
      return { data: data ?? [], takes_owner: true }
    },
  }
}

export type FieldsOfCrms = ReturnType<typeof createFieldsOfCrms>
