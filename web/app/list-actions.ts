import { WEBHOOKS_ACTIONS } from '../features/activity/webhooks/list-actions.ts'
import { SCORE_ACTIONS } from '../features/ai/lead-scores/list-actions.ts'
import { EXPORTS_ACTIONS } from '../features/leads/exports/list-actions.ts'
import { TAGS_ACTIONS } from '../features/leads/labels/list-actions.ts'
import { LISTS_ACTIONS } from '../features/leads/lists/list-actions.ts'
import { IMPORT_ADDRESS_ACTIONS } from '../features/prospecting/import-addresses/list-actions.ts'
import type { ListAction } from '../lib/list-actions.ts'

/** All list actions; their order is in `LIST_ACTION_NAMES`. */
export const LIST_ACTIONS: readonly ListAction[] = [
  ...LISTS_ACTIONS,
  ...EXPORTS_ACTIONS,
  ...SCORE_ACTIONS,
  ...TAGS_ACTIONS,
  ...IMPORT_ADDRESS_ACTIONS,
  ...WEBHOOKS_ACTIONS,
]
