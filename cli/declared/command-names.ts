import type { Endpoint } from '#contract/core/endpoint.ts'

/** Nouns of areas whose own name is not what people type, or is not the noun of their written commands. */
const NOUNS: Record<string, string> = {
  adminTopics: 'topics',
  apiKeys: 'keys',
  autopilots: 'autopilot',
  backups: 'backup',
  billing: 'wallet',
  courses: 'my-courses',
  emailVerification: 'verifications',
  events: 'live',
  fineTunes: 'ai-prompts',
  kits: 'kit',
  leadSources: 'sources',
  mail: 'mails',
  mailServer: 'smtp',
  me: 'profile',
  openAi: 'openai-key',
  payKickstart: 'paykickstart',
  platformPrompts: 'prompts',
  searchers: 'source-settings',
  signOn: 'sign-on',
  sites: 'brand',
  sourceStats: 'sources',
  subscriptions: 'accounts',
  suppression: 'suppress',
  team: 'members',
  topics: 'my-topics',
  userAnalytics: 'statistics',
}

/** Verbs of single endpoints whose own name does not say what the command does. */
const VERBS: Record<string, string> = {
  'ai-training.forLead': 'find-for-lead',
  'ai-training.tokens': 'count-tokens',
  'courses.items': 'show-item',
  'courses.page': 'show-page',
  'crm.wins': 'show-wins',
  'creditRequests.received': 'list-received',
  'find.index': 'anything',
  'jobs.queues': 'list-queues',
  'logInAs.mode': 'set-mode',
  'me.mailChange': 'change-email',
  'me.mailChangeConfirm': 'confirm-email',
  'me.mailChangeResend': 'resend-email-code',
  'me.password': 'change-password',
  'exports.emails': 'count-emails',
  'kits.ofLibrary': 'show-built-in',
  'packages.offers': 'set-offers',
  'packages.public': 'list-public',
  'payments.account': 'list-own',
  'payments.portal': 'open-portal',
  'people.findSimilar': 'find-similar',
  'training.course': 'show-course',
  'training.page': 'show-page',
  'webhooks.listen': 'create-listener',
  'webhooks.delivery': 'show-delivery',
}

const dashed = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^-/, '')

/**
 * The name of the command that is one call of an endpoint: the noun of its area and what it does there, such as
 * `members resend-invitation` for `team.resendInvitation`.
 */
export function makeCommandName({ name }: Endpoint): string {
  const [area = '', ...rest] = name.split('.')
  const noun = NOUNS[area] ?? dashed(area)
  const verb = rest.map((part) => (part === 'index' ? 'list' : dashed(part))).join('-')
  return `${noun} ${VERBS[name] ?? verb}`
}

/** Calls of a browser that came back from another website with a code. */
const AFTER_CONSENT = new Set(['crm.finishConsent', 'payments.connectStripe'])

/** Why an endpoint makes no sense in a terminal; null if it does. */
export function findExclusion({ name, access, method, kind }: Endpoint): string | null {
  if (access === 'public' && method !== 'GET')
    return 'made without a sign-in, by visitors of a page or by other servers'
  if (kind === 'stream') return 'never ends; `runs watch` and `listen` read it in a terminal'
  if (AFTER_CONSENT.has(name)) return 'takes a code that another website sends to the browser'
  return null
}
