import type { Reply } from '#contract/core/endpoint.ts'
import type { ChecklistStep, checklist } from '#contract/identity/me.ts'
import type { User } from '#contract/identity/user.ts'
import { can, ownsModule } from '#web/lib/session.ts'

type Checklist = Reply<typeof checklist>['data']

interface StepFacts {
  label: string
  /** Its benefit in a few words. */
  hint: string
  /** Where to do it. */
  to: string
  search?: Record<string, string>
  /** Sets up the installation for everyone. */
  setup?: true
}

/** Onboarding steps with their labels and links. */
export const STEPS: Record<ChecklistStep, StepFacts> = {
  load_corpus: {
    label: 'Add places to search',
    hint: 'Fetch a city: about 40,000 places, 50 MB, a few minutes',
    to: '/admin/corpus',
    search: { add: 'fetch' },
    setup: true,
  },
  set_up_mail: {
    label: 'Set up email',
    hint: 'Send a test to yourself',
    to: '/admin/mails',
    setup: true,
  },
  set_brand: {
    label: 'Add your brand',
    hint: 'Name, logo and colors',
    to: '/admin/brand',
    setup: true,
  },
  confirm_email: {
    label: 'Confirm your email',
    hint: 'So our emails reach you',
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
    hint: 'Leads are saved in a list',
    to: '/lead-search/new-search',
  },
  second_factor: {
    label: 'Secure your account',
    hint: 'With two-factor authentication',
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
  /** Nothing left to show: dismissed, or everything is done. */
  closed: boolean
  /** The person can search and has not yet. */
  beforeFirstSearch: boolean
  /** The person sets up the installation, and some of it is left. */
  settingUp: boolean
  /** Some step is done, not counting the email confirmed at registration. */
  started: boolean
}

/** The steps in display groups: setup of the installation first, then the person's own. */
export function makeGroups(steps: readonly ShownStep[]): { name: string; steps: ShownStep[] }[] {
  const groups = [
    { name: 'Set up', steps: steps.filter(({ setup }) => setup) },
    { name: 'Your account', steps: steps.filter(({ setup }) => !setup) },
  ]
  return groups.filter((group) => group.steps.length > 0)
}

/** Progress of the person. The server omits steps that they cannot take; unknown ones are omitted here too. */
export function countProgress({ steps, dismissed }: Checklist): Progress {
  const shown = steps
    .filter(({ id }) => Object.hasOwn(STEPS, id))
    .map(({ id, done }) => ({ ...STEPS[id], id, done }))
  const done = shown.filter((step) => step.done).length
  return {
    steps: shown,
    done,
    closed: dismissed || done === shown.length,
    beforeFirstSearch: shown.some((step) => step.id === 'first_search' && !step.done),
    settingUp: shown.some((step) => step.setup && !step.done),
    started: shown.some((step) => step.done && step.id !== 'confirm_email'),
  }
}

const isFor = (user: User, id: ChecklistStep): boolean => {
  if (STEPS[id].setup) return can(user, 'administer')
  if (id === 'invite_team') return can(user, 'manage_team')
  return (id !== 'try_sample' && id !== 'first_search') || ownsModule(user, 'leads')
}

/** The steps of a new person, so that their space can be reserved before the server answers. */
export const expectedProgress = (user: User): Progress =>
  countProgress({
    steps: (Object.keys(STEPS) as ChecklistStep[])
      .filter((id) => isFor(user, id))
      .map((id) => ({ id, done: false })),
    dismissed: false,
  })
