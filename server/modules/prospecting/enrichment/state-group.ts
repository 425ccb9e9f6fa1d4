import { EMAIL_FILTER } from '#contract/core/constants.ts'
import { type EmailState, STATES_OF_EMAIL_FILTER } from '#contract/leads/email-states.ts'

/** The run count that a state belongs to; the same grouping as the email filter. */
export function stateGroup(state: EmailState): 'found' | 'potential' | 'not_found' {
  if (STATES_OF_EMAIL_FILTER[EMAIL_FILTER.found]?.includes(state)) return 'found'
  return STATES_OF_EMAIL_FILTER[EMAIL_FILTER.potentialsFound]?.includes(state) ? 'potential' : 'not_found'
}
