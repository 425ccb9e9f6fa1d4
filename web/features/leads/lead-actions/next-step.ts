import type { List } from '#contract/leads/lists.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'

/**
 * The most likely next action for a list: adding leads to an empty one, finding emails while leads lack one, then
 * exporting. Undefined while the list is loading.
 */
export function nextStep(
  actions: readonly LeadAction[],
  list: Pick<List, 'total' | 'emails'> | undefined,
): LeadAction | undefined {
  const named = (name: LeadAction['name']) => actions.find((action) => action.name === name)
  if (!list) return undefined
  if (list.total === 0) return named('search')
  const better = list.emails < list.total ? actions.find(({ isNextStep }) => isNextStep) : undefined
  return better ?? named('csv')
}
