import { lazy } from 'react'
import type { ListParts } from '../features/leads/lead-data/list-parts.ts'
import { RunWebsites } from './run-websites.tsx'

/** Parts of other features on the pages of lists and leads. */
export const LIST_PARTS: ListParts = {
  Companies: lazy(() =>
    import('../features/sources/websites/companies.tsx').then((module) => ({ default: module.Companies })),
  ),
  AfterTexts: lazy(() =>
    import('../features/ai/ai-text/after-texts.tsx').then((module) => ({ default: module.AfterTexts })),
  ),
  LeadTexts: lazy(() =>
    import('../features/ai/ai-text/lead-texts.tsx').then((module) => ({ default: module.LeadTexts })),
  ),
  LeadScore: lazy(() =>
    import('../features/ai/lead-scores/lead-score.tsx').then((module) => ({ default: module.LeadScore })),
  ),
  RunWebsites,
}
