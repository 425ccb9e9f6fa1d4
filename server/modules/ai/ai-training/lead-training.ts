import { LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { presentLeads } from '#server/modules/leads/leads/index.ts'
import { findListFacts, seesLists } from '#server/modules/leads/lists/index.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { findStems, usedLanguages } from './search-reads.ts'
import { type FoundTraining, findTraining } from './training-search.ts'

/** The query for a lead. */
interface LeadWords {
  name: string
  values: readonly { field: string; value: string }[]
}

/** Values without relation to the business: names, exact locations and contacts. */
const NOT_ASKED =
  /email|phone|website|url|domain|linkedin|street|postal|first_name|last_name|^lat$|^lon$|source|status|state$|_id$/
const MAX_VALUE_LENGTH = 300

function describeLead(
  type: ListTypeId,
  values: Record<string, string | number>,
  labels: Record<string, string>,
): LeadWords {
  const fields = LIST_TYPES[type].fields.flatMap(({ name, label }) => {
    const value = labels[name] ?? values[name]
    const isWords = typeof value === 'string' && !NOT_ASKED.test(name) && /\p{L}{3}/u.test(value)
    return isWords ? [{ field: label, value: value.slice(0, MAX_VALUE_LENGTH) }] : []
  })
  const name = values.name ?? values.company ?? values.domain ?? values.website
  return { name: String(name ?? 'This lead'), values: fields }
}

/** A lead's description of its business; null when the lead does not exist. */
async function readLead(
  ctx: Context,
  accountId: number,
  listId: number,
  leadId: number,
): Promise<LeadWords | null> {
  const list = await findListFacts(ctx, accountId, listId)
  if (!list) return null
  const type = list.type as ListTypeId
  const [lead] = await presentLeads(ctx, accountId, { id: listId, type }, [leadId])
  return lead ? describeLead(type, lead.values, lead.labels ?? {}) : null
}

/** What the AI would read for a lead: passages matching its values, each with these values. */
export async function findTrainingForLead(
  ctx: Context,
  actor: Actor,
  { listId, leadId, limit }: { listId: number; leadId: number; limit: number },
) {
  const { accountId } = actor
  const lead = (await seesLists(ctx.db, actor, [listId])) && (await readLead(ctx, accountId, listId, leadId))
  if (!lead) throw notFound('The lead')
  const { values } = lead
  const found = await findTraining(ctx, accountId, {
    text: values.map(({ value }) => value).join('\n'),
    limit,
  })
  const stems = await findStems(
    ctx.db,
    values.map(({ value }) => value),
    await usedLanguages(ctx.db, accountId),
  )
  const findReasons = ({ words }: FoundTraining): string[] => {
    const reasons = values.flatMap(({ field, value }, index) =>
      words.some((word) => stems[index]?.has(word)) ? [`${field}: ${value}`] : [],
    )
    return reasons.length > 0 ? reasons : ['Close in meaning']
  }
  return {
    lead: lead.name,
    requested: [...values],
    found: found.map((training) => ({ ...training, reasons: findReasons(training) })),
  }
}
