import type { ListParts } from '../features/leads/lead-data/list-parts.ts'
import { loadLater } from '../ui/load-later.tsx'
import { RunWebsites } from './run-websites.tsx'

/** Parts of other features on the pages of lists and leads. */
export const LIST_PARTS: ListParts = {
  Companies: loadLater(async () => (await import('../features/sources/websites/companies.tsx')).Companies),
  AfterTexts: loadLater(async () => (await import('../features/ai/ai-text/after-texts.tsx')).AfterTexts),
  LeadTexts: loadLater(async () => (await import('../features/ai/ai-text/lead-texts.tsx')).LeadTexts),
  LeadScore: loadLater(async () => (await import('../features/ai/lead-scores/lead-score.tsx')).LeadScore),
  RunWebsites,
}
