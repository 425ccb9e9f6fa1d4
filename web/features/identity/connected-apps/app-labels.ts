import type { AppRequest, AppScope } from '#contract/identity/connected-apps.ts'

/** What to know before trusting an app; nothing for a known vendor. */
export function warningOf({ trust, app_host: host }: Pick<AppRequest, 'trust' | 'app_host'>): string | null {
  if (trust === 'known') return null
  return trust === 'device'
    ? 'This is a program on your device, which chose its name itself. Go on only if you have just connected it there.'
    : `Nobody has checked this app, and it chose its name itself. Go on only if you trust ${host} and began this there.`
}

const FIRST: ReadonlySet<AppScope> = new Set(['read', 'spend'])

/** What is checked at first: looking and spending within a limit. Apps ask for all that there is. */
export function checkedAtFirst(scopes: readonly AppScope[]): readonly AppScope[] {
  const first = scopes.filter((scope) => FIRST.has(scope))
  return first.length > 0 ? first : scopes
}

/** What each scope lets an app do with the tools that it gets. */
export const APP_SCOPE_TEXTS: Record<AppScope, string> = {
  read: 'See your lists, leads, runs, credits and prices',
  write: 'Change lists and leads, verify emails, send leads to your CRM',
  spend: 'Start searches and enrichments that cost credits',
  export: 'Download your leads as files',
}

/** Where the access goes, in a sentence. */
export function placeOf({ trust, app_host: host }: Pick<AppRequest, 'trust' | 'app_host'>): string {
  if (trust !== 'device') return host
  return /[.:]|^localhost$/.test(host) ? 'this device' : `the program “${host}” on this device`
}
