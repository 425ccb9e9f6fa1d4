import { AI_ACTIONS } from '../features/ai/ai-text/lead-actions.ts'
import { CRM_ACTIONS } from '../features/leads/crm/lead-actions.ts'
import { LIST_ACTIONS } from '../features/leads/lead-actions/lead-actions.ts'
import { AUTOPILOT_ACTIONS } from '../features/prospecting/autopilots/lead-actions.ts'
import { ENRICHMENTS } from '../features/prospecting/enrichment/lead-actions.ts'
import { LOOKUPS } from '../features/prospecting/waterfalls/lead-actions.ts'
import type { LeadAction } from '../lib/lead-actions.ts'

/** All lead actions. The declaration of a list type decides which it has, in which order. */
export const LEAD_ACTIONS: readonly LeadAction[] = [
  ...LIST_ACTIONS,
  ...ENRICHMENTS,
  ...LOOKUPS,
  ...AI_ACTIONS,
  ...AUTOPILOT_ACTIONS,
  ...CRM_ACTIONS,
]
