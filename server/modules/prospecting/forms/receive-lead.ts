import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { writeLabels } from '#server/modules/leads/labels/index.ts'
import {
  closeChange,
  fieldValue,
  findLabels,
  findLeads,
  importLeads,
  leadKeys,
  leadOfEntity,
  leadsOfEmail,
  leadsOfProfile,
  leadsOfWebsite,
  learnAliases,
  openChange,
  suppressedLeads,
} from '#server/modules/leads/leads/index.ts'
import { addToListCounts, findListFacts } from '#server/modules/leads/lists/index.ts'
import { resolveRows, takeImportTurn, type Values } from '#server/modules/prospecting/lead-imports/index.ts'
import type { Context } from '#server/platform/context.ts'
import { requireTransaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'

/** A lead that somebody sent: normalized values for one list. */
export interface ReceivedLead {
  accountId: number
  listId: number
  type: ListTypeId
  values: Values
  /** Where it comes from, as people read it in the origin of its values: “Audit page”, a form’s name. */
  from: string
  labelIds: readonly number[]
  /** What the person agreed to, word for word; kept in the list’s history. */
  consent: { text: string; at: Date } | null
}

/** `leadId` is null for a person or business on the suppression list, of whom nothing is stored. */
type LeadReceipt =
  | { leadId: number; isNew: boolean; isSuppressed: false }
  | { leadId: null; isNew: false; isSuppressed: true }

/** Makes the list’s leads that may be the same known by their keys: some were added without them, as those typed. */
async function learnSimilar(ctx: Context, { accountId, listId, type, values }: ReceivedLead): Promise<void> {
  const place = { accountId, listId }
  const { email, website, linkedin_url: profile } = values
  const found = [
    ...(email === undefined ? [] : await leadsOfEmail(ctx.db, place, String(email).toLowerCase())),
    ...(website === undefined ? [] : await leadsOfWebsite(ctx.db, place, String(website))),
    ...(profile === undefined ? [] : await leadsOfProfile(ctx.db, place, String(profile))),
  ]
  if (found.length === 0) return
  const ids = [...new Set(found.map(({ id }) => id))]
  const known = (await findLeads(ctx.db, accountId, listId, ids)).map((lead) => {
    const own = LIST_TYPES[type].fields.map((field) => [field.name, fieldValue(lead, field)])
    return { entityId: lead.entity_id, aliases: leadKeys(type, Object.fromEntries(own)).learn }
  })
  await learnAliases(ctx.db, accountId, type, known, { surer: true })
}

/** Labels the lead, as an entry of its own: an entry has one change of each lead. Deleted labels are left out. */
async function addLabels(ctx: Context, { accountId, listId, labelIds }: ReceivedLead, leadId: number) {
  const labels = (await findLabels(ctx.db, accountId)).filter(({ id }) => labelIds.includes(id))
  if (labels.length === 0) return
  const place = { accountId, listId, userId: null }
  const detail = { added: labels.map(({ name }) => name), removed: [] }
  const historyId = await openChange(ctx.db, place, 'leads.labelled', detail)
  const change = { add: labels.map(({ id }) => id), remove: [], byRule: false }
  await closeChange(
    ctx.db,
    accountId,
    historyId,
    await writeLabels(ctx.db, place, [leadId], change, historyId),
  )
}

/**
 * Makes a lead of what somebody sent, in the caller’s transaction. The list’s lead that is the same, by the rule of
 * imports, gets the values that it lacks, and nothing that it has is changed. One entry of the list’s history undoes
 * it, another one the labels.
 * @throws AppError not_found for a list that is gone or in the trash
 */
export async function receiveLead(ctx: Context, received: ReceivedLead): Promise<LeadReceipt> {
  requireTransaction(ctx.db, 'Receiving a lead')
  const { accountId, listId, type, values, from, consent } = received
  const list = await findListFacts(ctx, accountId, listId)
  if (!list || list.is_deleted || list.type !== type) throw notFound('The list')
  const [isSuppressed] = await suppressedLeads.ask(ctx, { accountId, values: [values] })
  if (isSuppressed) return { leadId: null, isNew: false, isSuppressed: true }
  await takeImportTurn(ctx.db, accountId)
  await learnSimilar(ctx, received)
  const keys = leadKeys(type, values)
  const [entityId] = (await resolveRows(ctx.db, accountId, type, [{ values, keys }])) as [number]
  const place = { accountId, listId, userId: null, runId: null }
  const historyId = await openChange(ctx.db, place, 'leads.received', {
    from,
    ...(consent && { consent: consent.text, agreed_at: consent.at.toISOString() }),
  })
  const done = await importLeads(
    ctx.db,
    {
      ...place,
      historyId,
      origin: {
        source: from,
        method: 'submitted',
        confidence: 1,
        observed_at: ctx.clock.now().toISOString(),
      },
      findPolicy: () => 'fill',
    },
    [{ entityId, values, record: null }],
  )
  await closeChange(ctx.db, accountId, historyId, 1)
  const { id: leadId } = await leadOfEntity(ctx.db, { accountId, listId }, entityId)
  await addLabels(ctx, received, leadId)
  await addToListCounts(ctx, accountId, listId, done)
  return { leadId, isNew: done.added === 1, isSuppressed: false }
}
