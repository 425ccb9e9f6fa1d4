import { isDeepStrictEqual } from 'node:util'
import type { CrmMappingItem } from '#contract/activity/run-kinds/crm.ts'
import type { KitCrmFields } from '#contract/admin/kit-crm.ts'
import { CRM_KINDS, keepsContacts } from '#contract/core/crms/index.ts'
import type { CrmFieldKind, CrmId } from '#contract/leads/crm.ts'
import { LIST_TYPE_IDS, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { findFieldDefinitions } from '#server/modules/leads/custom-fields/index.ts'
import type { Context } from '#server/platform/context.ts'
import { conflict, invalidField } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineKitPart, type KitItem, readTypedName, typedName } from '#server/platform/kit-part.ts'
import { findConnectionKinds } from './connections-store.ts'
import { crmOfConnection } from './crm-access.ts'
import { writeMapping } from './crm-mapping.ts'
import { findMapping } from './ledger-store.ts'
import { defaultItems, fits, listLeadFields } from './plan-lead.ts'

const KINDS: readonly CrmFieldKind[] = ['email', 'phone', 'url']

/** The fields that every account of a CRM has, with their types; null for one that takes any field. */
function listStandardFields(ctx: Context, crm: CrmId): ReadonlyMap<string, CrmFieldKind> | null {
  if (!keepsContacts(crm)) return null
  const { makeKey } = crmOfConnection(ctx, { crm })
  const fields = LIST_TYPE_IDS.flatMap((type) => listLeadFields(type, []))
  return new Map(
    fields.flatMap(({ property, kind }) => {
      const key = property && makeKey(property)
      return key ? [[key, KINDS.find((known) => known === kind) ?? 'text'] as const] : []
    }),
  )
}

/** The rules of an account that has made none of its own. */
function listDefaults(ctx: Context, crm: CrmId, type: ListTypeId): CrmMappingItem[] {
  const fields = listLeadFields(type, [])
  return keepsContacts(crm)
    ? defaultItems(fields, crmOfConnection(ctx, { crm }))
    : fields.map(({ name }) => ({ field: name, to: name, policy: 'always' }))
}

/** Refuses fields that don’t exist or don’t fit, without asking the CRM. @throws AppError validation_failed. */
async function checkItems(
  ctx: Context,
  accountId: number,
  { crm, type }: { crm: CrmId; type: ListTypeId },
  items: readonly CrmMappingItem[],
): Promise<void> {
  const ours = listLeadFields(type, await findFieldDefinitions(ctx.db, accountId))
  const standard = listStandardFields(ctx, crm)
  for (const [index, { field, to }] of items.entries()) {
    const own = ours.find(({ name }) => name === field)
    if (!own) throw invalidField(`items.${index}.field`, 'Leads of this type have no such field')
    if (items.findIndex((item) => item.to === to) !== index)
      throw invalidField(`items.${index}.to`, 'Two fields map to this one')
    if (!standard) continue
    const kind = standard.get(to)
    const { label } = CRM_KINDS[crm]
    if (!kind) throw invalidField(`items.${index}.to`, `Not every ${label} account has this field`)
    if (!fits(own.kind, kind)) throw invalidField(`items.${index}.to`, `${own.label} doesn’t fit this field`)
  }
}

/** Saves rules, or the default; those for fields that people added to their CRM stay. */
async function saveRules(ctx: Context, actor: Actor, key: string, content: KitCrmFields | null) {
  const { type: crm, name } = readTypedName<CrmId>(key)
  const type = name as ListTypeId
  const connection = (await findConnectionKinds(ctx.db, actor.accountId)).find((row) => row.crm === crm)
  if (!connection) throw conflict(`Connect ${CRM_KINDS[crm].label} first, or leave out “${key}”`)
  if (content) await checkItems(ctx, actor.accountId, { crm, type }, content.items)
  const now = await findMapping(ctx.db, actor.accountId, connection.id, type)
  const standard = listStandardFields(ctx, crm)
  const kept = standard ? (now?.items ?? []).filter(({ to }) => !standard.has(to)) : []
  const items = [...(content?.items ?? listDefaults(ctx, crm, type)), ...kept]
  await writeMapping(ctx, actor, { id: connection.id, type }, { items, version: now?.version ?? 0 })
}

/** Which fields of leads go to which of a CRM: of the oldest connection to each, where it isn’t the default. */
export const crmKitPart = defineKitPart<KitCrmFields>({
  name: 'crm_fields',
  module: 'leads',
  async list(ctx, { accountId }) {
    const found = new Map<string, KitItem<KitCrmFields>>()
    for (const { id, crm } of (await findConnectionKinds(ctx.db, accountId)).toReversed()) {
      const standard = listStandardFields(ctx, crm)
      for (const type of LIST_TYPE_IDS) {
        const key = typedName(crm, type)
        found.delete(key)
        const saved = await findMapping(ctx.db, accountId, id, type)
        const items = saved?.items.filter(({ to }) => standard?.has(to) ?? true) ?? []
        if (items.length === 0 || isDeepStrictEqual(items, listDefaults(ctx, crm, type))) continue
        found.set(key, { id: key, content: { items } })
      }
    }
    return found
  },
  create: (ctx, actor, key, content) => saveRules(ctx, actor, key, content),
  change: (ctx, actor, _id, content, key) => saveRules(ctx, actor, key, content),
  remove: (ctx, actor, key) => saveRules(ctx, actor, String(key), null),
})
