import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { writeLabels } from '#server/modules/leads/labels/index.ts'
import {
  closeChange,
  fieldValue,
  findLabels,
  findLeads,
  importLeads,
  leadKeys,
  leadsLike,
  leadsOfEntities,
  learnAliases,
  openChange,
  suppressedLeads,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts, findListFacts } from '#server/modules/leads/lists/index.ts'
import { resolveRows, takeImportTurn, type Values } from '#server/modules/prospecting/lead-imports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'

/** Where leads that somebody sent go, and what is said about them. */
interface Reception {
  accountId: number
  listId: number
  type: ListTypeId
  /** Where they come from, as people read it in the origin of their values: “Audit page”, a form’s name. */
  from: string
  labelIds: readonly number[]
  /** What the person agreed to, word for word; kept in the list’s history. */
  consent: { text: string; at: Date } | null
}
/** Normalized values of each lead. */
export type ReceivedLeads = Reception & { rows: readonly Values[] }
export type ReceivedLead = Reception & { values: Values }

/** `leadId` is null for a person or business on the suppression list, of whom nothing is stored. */
export type LeadReceipt =
  | { leadId: number; isNew: boolean; isSuppressed: false }
  | { leadId: null; isNew: false; isSuppressed: true }

/** Makes the list’s leads that may be the same known by their keys: some were added without them, as those typed. */
async function learnSimilar(ctx: Context, { accountId, listId, type }: Reception, rows: readonly Values[]) {
  const texts = (field: string) => rows.flatMap((values) => (values[field] ? [String(values[field])] : []))
  const found = await leadsLike(
    ctx.db,
    { accountId, listId },
    { emails: texts('email'), websites: texts('website'), profiles: texts('linkedin_url') },
  )
  if (found.length === 0) return
  const known = (await findLeads(ctx.db, accountId, listId, found)).map((lead) => {
    const own = LIST_TYPES[type].fields.map((field) => [field.name, fieldValue(lead, field)])
    return { entityId: lead.entity_id, aliases: leadKeys(type, Object.fromEntries(own)).learn }
  })
  await learnAliases(ctx.db, accountId, type, known, { surer: true })
}

/** Labels the leads, as an entry of its own: an entry has one change of each lead. Deleted labels are left out. */
async function addLabels(ctx: Context, { accountId, listId, labelIds }: Reception, leadIds: number[]) {
  const labels = (await findLabels(ctx.db, accountId)).filter(({ id }) => labelIds.includes(id))
  if (labels.length === 0) return
  const place = { accountId, listId, userId: null }
  const detail = { added: labels.map(({ name }) => name), removed: [] }
  const historyId = await openChange(ctx.db, place, 'leads.labelled', detail)
  const change = { add: labels.map(({ id }) => id), remove: [], byRule: false }
  const count = await writeLabels(ctx.db, place, leadIds, change, historyId)
  await closeChange(ctx.db, accountId, historyId, count)
}

/** Writes leads that may be stored, as one change of the list. @returns the id of each, and which are new */
async function writeReceived(ctx: Context, reception: Reception, rows: readonly Values[]) {
  const { accountId, listId, type, from, consent } = reception
  const place = { accountId, listId }
  await takeImportTurn(ctx.db, accountId)
  await learnSimilar(ctx, reception, rows)
  const keyed = rows.map((values) => ({ values, keys: leadKeys(type, values) }))
  const entityIds = await resolveRows(ctx.db, accountId, type, keyed)
  const before = new Set(
    (await leadsOfEntities(ctx.db, place, entityIds)).flatMap(({ entity_id, deleted_at }) =>
      deleted_at ? [] : [entity_id],
    ),
  )
  const historyId = await openChange(ctx.db, { ...place, userId: null }, 'leads.received', {
    from,
    ...(consent && { consent: consent.text, agreed_at: consent.at.toISOString() }),
  })
  const observed_at = ctx.clock.now().toISOString()
  const done = await importLeads(
    ctx.db,
    {
      ...place,
      runId: null,
      historyId,
      origin: { source: from, method: 'submitted', confidence: 1, observed_at },
      findPolicy: () => 'fill',
    },
    rows.map((values, n) => ({ entityId: entityIds[n] as number, values, record: null })),
  )
  const leads = await leadsOfEntities(ctx.db, place, entityIds)
  const idOf = new Map(leads.map(({ id, entity_id }) => [entity_id, id]))
  const ids = [...idOf.values()]
  await closeChange(ctx.db, accountId, historyId, ids.length)
  await addLabels(ctx, reception, ids)
  await addToListCounts(ctx, accountId, listId, done)
  return entityIds.map((entityId, n) => ({
    leadId: idOf.get(entityId) as number,
    isNew: !before.has(entityId) && entityIds.indexOf(entityId) === n,
    isSuppressed: false as const,
  }))
}

/**
 * Makes leads of what somebody sent, in the caller’s transaction. The list’s lead that is the same, by the rule of
 * imports, gets the values that it lacks, and nothing that it has is changed. One entry of the list’s history undoes
 * all of them, another one the labels.
 * @returns a receipt for each row
 * @throws AppError not_found for a list that is gone or in the trash
 */
export async function receiveLeads(
  ctx: Context,
  { rows, ...reception }: ReceivedLeads,
): Promise<LeadReceipt[]> {
  requireTransaction(ctx.db, 'Receiving leads')
  const { accountId, listId, type } = reception
  const list = await findListFacts(ctx, accountId, listId)
  if (!list || list.is_deleted || list.type !== type) throw notFound('The list')
  const isSuppressed = await suppressedLeads.ask(ctx, { accountId, values: rows })
  const allowed = rows.filter((_, n) => !isSuppressed[n])
  const written = allowed.length > 0 ? await writeReceived(ctx, reception, allowed) : []
  const next = written.values()
  return rows.map((_, n) =>
    isSuppressed[n] ? { leadId: null, isNew: false, isSuppressed: true } : (next.next().value as LeadReceipt),
  )
}

/** `receiveLeads` of one. */
export async function receiveLead(
  ctx: Context,
  { values, ...reception }: ReceivedLead,
): Promise<LeadReceipt> {
  return (await receiveLeads(ctx, { ...reception, rows: [values] }))[0] as LeadReceipt
}
