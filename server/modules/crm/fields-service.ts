import type { CrmField, CrmMapping } from '#contract/crm.ts'
import type { ListTypeId } from '#contract/list-types/index.ts'
import type { CrmMappingItem } from '#contract/run-kinds/crm.ts'
import { recordAudit } from '#server/modules/audit/index.ts'
import { customFieldsOf } from '#server/modules/custom-fields/index.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { ConnectionsService } from './connections-service.ts'
import type { CrmAccessService } from './crm-access.ts'
import { answering } from './crm-errors.ts'
import { findMapping, insertMapping } from './ledger-store.ts'
import { defaultItems, fits, kindsFor, leadFieldsOf } from './plan-lead.ts'

export interface FieldsDeps {
  db: Db
  connections: ConnectionsService
  access: CrmAccessService
}

/** Fields of CRMs and what goes where. */
export function createCrmFields({ db, connections, access }: FieldsDeps) {
  async function fields(actor: Actor, id: number, signal: AbortSignal): Promise<CrmField[]> {
    const row = await connections.find(actor, id)
    if (row.crm === 'zapier') return []
    return answering(() => access.asking(actor.accountId, id, signal, (crm, context) => crm.fields(context)))
  }

  async function mapping(actor: Actor, id: number, type: ListTypeId): Promise<CrmMapping> {
    const row = await connections.find(actor, id)
    const own = await findMapping(db, actor.accountId, id, type)
    const leadFields = leadFieldsOf(type, await customFieldsOf(db, actor.accountId))
    const known = leadFields.map(({ name, label, kind }) => ({ name, label, takes: [...kindsFor(kind)] }))
    if (own)
      return {
        ...{ items: own.items, version: own.version, fields: known },
        updated_at: own.created_at.toISOString(),
      }
    // Zapier takes whatever it is sent: everything, under our own names.
    const items: CrmMappingItem[] =
      row.crm === 'zapier'
        ? leadFields.map(({ name }) => ({ field: name, to: name, policy: 'always' }))
        : defaultItems(leadFields, access.crmOf(row).keyOf)
    return { items, version: 0, updated_at: null, fields: known }
  }

  return {
    fields,
    mapping,

    async createField(
      actor: Actor,
      id: number,
      wanted: { label: string; kind: 'text' | 'number' | 'date' },
      signal: AbortSignal,
    ): Promise<CrmField> {
      const row = await connections.find(actor, id)
      if (row.crm === 'zapier') throw new AppError('conflict', 'Zapier has no fields of its own')
      const known = await fields(actor, id, signal)
      if (known.some(({ label }) => label.toLowerCase() === wanted.label.toLowerCase()))
        throw new AppError('conflict', 'The CRM has a field of this name')
      const field = await answering(() =>
        access.asking(actor.accountId, id, signal, (crm, context) => crm.createField(context, wanted)),
      )
      await transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { label: wanted.label } })
      })
      return field
    },

    async owners(actor: Actor, id: number, signal: AbortSignal) {
      const row = await connections.find(actor, id)
      if (row.crm === 'zapier') return { data: [], takes_owner: false }
      const data = await answering(() =>
        access.asking(actor.accountId, id, signal, (crm, context) => crm.owners(context)),
      )
      return { data: data ?? [], takes_owner: true }
    },

    /** Checks a mapping against the fields as they are and saves it as a version of its own. */
    async save(
      actor: Actor,
      place: { id: number; type: ListTypeId },
      body: { items: CrmMappingItem[]; version: number },
      signal: AbortSignal,
    ): Promise<CrmMapping> {
      const { id, type } = place
      const row = await connections.find(actor, id)
      const ours = new Map(
        leadFieldsOf(type, await customFieldsOf(db, actor.accountId)).map((field) => [field.name, field]),
      )
      const theirs = new Map((await fields(actor, id, signal)).map((field) => [field.key, field]))
      const taken = new Set<string>()
      for (const [index, { field, to }] of body.items.entries()) {
        const own = ours.get(field)
        if (!own) throw invalidField(`items.${index}.field`, 'Leads of this type have no such field')
        if (taken.has(to)) throw invalidField(`items.${index}.to`, 'Two fields go to this one')
        taken.add(to)
        if (row.crm === 'zapier') continue
        const target = theirs.get(to)
        if (!target) throw invalidField(`items.${index}.to`, 'The CRM has no such field')
        if (!fits(own.kind, target.kind))
          throw invalidField(`items.${index}.to`, `${own.label} does not fit into ${target.label}`)
      }
      return transaction(db, async () => {
        const written = await insertMapping(
          db,
          { accountId: actor.accountId, userId: actor.userId, connectionId: id, type },
          body,
        )
        if (!written)
          throw new AppError('conflict', 'Somebody else has changed this mapping meanwhile', {
            details: { current: await mapping(actor, id, type) },
          })
        recordAudit(db, { accountId: actor.accountId, subject: `crm:${id}`, detail: { type } })
        return mapping(actor, id, type)
      })
    },
  }
}
export type CrmFieldsService = ReturnType<typeof createCrmFields>
