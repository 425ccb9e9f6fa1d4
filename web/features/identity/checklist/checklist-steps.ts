import type { Reply } from '#contract/core/endpoint.ts'
import type { ChecklistStep, checklist } from '#contract/identity/me.ts'
import type { User } from '#contract/identity/user.ts'
import { can, ownsModule } from '#web/lib/session.ts'

type Checklist = Reply<typeof checklist>['data']

interface StepFacts {
  label: string
  /** What it brings, in a few words. */
  hint: string
  /** Where it is done. */
  to: string
  search?: Record<string, string>
  /** It sets up the installation for everyone. */
  setup?: true
}

/** The first steps in words, and where each is done. */
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
  /** Nothing is left to show: dismissed by the person, or everything is done. */
  closed: boolean
  /** The person can search and has not yet. */
  beforeFirstSearch: boolean
  /** The person sets up the installation and something of that is left. */
  settingUp: boolean
  /** Something was done; that an address was confirmed while signing up does not count. */
  started: boolean
}

/** The steps in the groups that they are shown in: first what sets up the installation, then the person's own. */
export function groupsOf(steps: readonly ShownStep[]): { name: string; steps: ShownStep[] }[] {
  const groups = [
    { name: 'Set up', steps: steps.filter(({ setup }) => setup) },
    { name: 'Your account', steps: steps.filter(({ setup }) => !setup) },
  ]
  return groups.filter((group) => group.steps.length > 0)
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
    settingUp: shown.some((step) => step.setup && !step.done),
    started: shown.some((step) => step.done && step.id !== 'confirm_email'),
  }
}

const isFor = (user: User, id: ChecklistStep): boolean => {
  if (STEPS[id].setup) return can(user, 'administer')
  if (id === 'invite_team') return can(user, 'manage_team')
  return (id !== 'try_sample' && id !== 'first_search') || ownsModule(user, 'leads')
}

/** The steps that a new person gets, so that their room can be kept before the server has answered. */
export const expectedProgress = (user: User): Progress =>
  progressOf({
    steps: (Object.keys(STEPS) as ChecklistStep[])
      .filter((id) => isFor(user, id))
      .map((id) => ({ id, done: false })),
    dismissed: false,
  })
