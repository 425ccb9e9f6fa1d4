import { searchTraining } from '#server/modules/ai/ai-training/index.ts'
import type { Context } from '#server/platform/context.ts'
import {
  type AboutLead,
  type BusinessFacts,
  gatherSources,
  type LeadSources,
  trainingQuery,
} from './gather-sources.ts'
import { pagesOfLead } from './lead-pages.ts'

/** Passages of the training per lead. */
const PASSAGES = 3

/** Reads everything citable about a lead; with `readNow` its website too, unless it was read lately. */
export async function readSources(
  ctx: Context,
  about: AboutLead,
  { business, readNow, signal }: { business: BusinessFacts | null; readNow: boolean; signal: AbortSignal },
): Promise<LeadSources> {
  const { account_id: accountId, domain } = about.lead
  const pages = await pagesOfLead(ctx, { accountId, domain }, { readNow, signal })
  const query = trainingQuery(about)
  const passages = query ? await searchTraining(ctx, accountId, { query, limit: PASSAGES }) : []
  return gatherSources(about, { business, pages, passages })
}
