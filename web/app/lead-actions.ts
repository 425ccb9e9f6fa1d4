import { AI_ACTIONS } from '../features/ai/ai-text/lead-actions.ts'
import { CRM_ACTIONS } from '../features/leads/crm/lead-actions.ts'
import { LIST_ACTIONS } from '../features/leads/lead-actions/lead-actions.ts'
import { AUTOPILOT_ACTIONS } from '../features/prospecting/autopilots/lead-actions.ts'
import { ENRICHMENTS } from '../features/prospecting/enrichment/lead-actions.ts'
import { LOOKUPS } from '../features/prospecting/waterfalls/lead-actions.ts'
import type { LeadAction } from '../lib/lead-actions.ts'

/** Everything that can be done to leads. Which list type has what, and in which order, is in its declaration. */
export const LEAD_ACTIONS: readonly LeadAction[] = [
  ...LIST_ACTIONS,
  ...ENRICHMENTS,
  ...LOOKUPS,
  ...AI_ACTIONS,
  ...AUTOPILOT_ACTIONS,
  ...CRM_ACTIONS,
]
