import type { Reply } from '#contract/endpoint.ts'
import type { ChecklistStep, checklist } from '#contract/me.ts'

type Checklist = Reply<typeof checklist>['data']

interface StepFacts {
  label: string
  /** What it brings, in a few words. */
  hint: string
  /** Where it is done. */
  to: string
  search?: Record<string, string>
}

/** The first steps in words, and where each is done. */
export const STEPS: Record<ChecklistStep, StepFacts> = {
  confirm_email: {
    label: 'Confirm your e-mail',
    hint: 'So that mails reach you',
    to: '/profile-settings/email',
  },
  try_sample: {
    label: 'Try with sample data',
    hint: 'Costs no credits',
    to: '/lead-search/new-search',
    search: { source: 'sample' },
  },
  first_search: {
    label: 'Run your first search',
    hint: 'Leads arrive in a list',
    to: '/lead-search/new-search',
  },
  second_factor: {
    label: 'Secure your account',
    hint: 'With a second factor',
    to: '/profile-settings/second-factor',
  },
  invite_team: {
    label: 'Invite your team',
    hint: 'Share lists and credits',
    to: '/manage-team',
  },
}

export interface ShownStep extends StepFacts {
  id: ChecklistStep
  done: boolean
}

export interface Progress {
  steps: ShownStep[]
  done: number
  /** Nothing is left to show: dismissed by the person, or everything is done. */
  closed: boolean
  /** The person can search and has not yet. */
  beforeFirstSearch: boolean
}

/** How far the person is. The server leaves out steps that this person cannot take; one unknown here is left out too. */
export function progressOf({ steps, dismissed }: Checklist): Progress {
  const shown = steps
    .filter(({ id }) => Object.hasOwn(STEPS, id))
    .map(({ id, done }) => ({ ...STEPS[id], id, done }))
  const done = shown.filter((step) => step.done).length
  return {
    steps: shown,
    done,
    closed: dismissed || done === shown.length,
    beforeFirstSearch: shown.some((step) => step.id === 'first_search' && !step.done),
  }
}
