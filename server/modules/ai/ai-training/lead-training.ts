import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { stemsOf, usedLanguages } from './search-reads.ts'
import type { FoundTraining, TrainingSearch } from './training-search.ts'

/** The query for a lead. */
export interface LeadWords {
  name: string
  values: readonly { field: string; value: string }[]
}

/** Reads a lead of an account; null when it does not exist. */
export type ReadLead = (accountId: number, listId: number, leadId: number) => Promise<LeadWords | null>

/** What the AI would read for a lead: passages matching its values, each with these values. */
export function createLeadTraining(deps: {
  db: Db
  search: Pick<TrainingSearch, 'find'>
  readLead: ReadLead
}) {
  const { db, search, readLead } = deps
  return async (accountId: number, listId: number, leadId: number, limit: number) => {
    const lead = await readLead(accountId, listId, leadId)
    if (!lead) throw notFound('The lead')
    const { values } = lead
    const found = await search.find(accountId, values.map(({ value }) => value).join('\n'), limit)
    const stems = await stemsOf(
      db,
      values.map(({ value }) => value),
      await usedLanguages(db, accountId),
    )
    const reasonsOf = ({ words }: FoundTraining): string[] => {
      const reasons = values.flatMap(({ field, value }, index) =>
        words.some((word) => stems[index]?.has(word)) ? [`${field}: ${value}`] : [],
      )
      return reasons.length > 0 ? reasons : ['Close in meaning']
    }
    return {
      lead: lead.name,
      requested: [...values],
      found: found.map((training) => ({ ...training, reasons: reasonsOf(training) })),
    }
  }
}
