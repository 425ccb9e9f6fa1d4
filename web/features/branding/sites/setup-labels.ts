import type { SetupStep } from '#contract/branding/site.ts'

const LOOKS = {
  done: { state: 'succeeded', label: 'Done' },
  missing: { state: 'partly', label: 'To do' },
  unknown: { state: 'unchecked', label: 'Couldn’t check' },
} as const

/** The badge of a step. */
export const stepBadge = (state: SetupStep['state']) => LOOKS[state]

/** Progress of the setup, in one sentence. */
export function setupSummary(steps: readonly Pick<SetupStep, 'state'>[]): string {
  const done = steps.filter(({ state }) => state === 'done').length
  return done === steps.length ? 'Everything is set up' : `${done} of ${steps.length} steps done`
}

/** A page and its parameters, as the router takes them, from one address. */
export function linkTarget(link: string) {
  const [to = '', query] = link.split('?')
  return { to, search: () => Object.fromEntries(new URLSearchParams(query)) }
}
