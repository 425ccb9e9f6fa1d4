import type { List } from '#contract/leads/lists.ts'
import type { LeadAction } from '#web/lib/lead-actions.ts'

/**
 * What most people do next with a list: leads into an empty one, then emails while leads lack one, then a file of
 * them. Undefined while the list is not known.
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
