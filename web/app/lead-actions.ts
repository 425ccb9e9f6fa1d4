import { AI_ACTIONS } from '../features/ai-assistant/lead-actions.ts'
import { AUTOPILOT_ACTIONS } from '../features/autopilot/lead-actions.ts'
import { CRM_ACTIONS } from '../features/crm/lead-actions.ts'
import { ENRICHMENTS } from '../features/enrichment/lead-actions.ts'
import { LIST_ACTIONS } from '../features/leads/actions/lead-actions.ts'
import { LOOKUPS } from '../features/waterfalls/lead-actions.ts'
import type { LeadAction } from '../lib/lead-actions.ts'

/** Everything that can be done to leads. Which list type has what, and in which order, stands in its declaration. */
export const LEAD_ACTIONS: readonly LeadAction[] = [
  ...LIST_ACTIONS,
  ...ENRICHMENTS,
  ...LOOKUPS,
  ...AI_ACTIONS,
  ...AUTOPILOT_ACTIONS,
  ...CRM_ACTIONS,
]
