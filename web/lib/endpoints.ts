import type * as wallet from '#contract/accounts/wallet.ts'
import type * as notifications from '#contract/activity/notifications.ts'
import type * as runs from '#contract/activity/runs.ts'
import type * as texts from '#contract/ai/ai-text.ts'
import type * as sites from '#contract/branding/sites.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type * as system from '#contract/core/system.ts'
import type * as auth from '#contract/identity/auth.ts'
import type * as me from '#contract/identity/me.ts'
import type * as start from '#contract/identity/start.ts'

type EndpointFacts = Pick<Endpoint, 'name' | 'method' | 'path'> &
  Partial<Pick<Endpoint, 'kind' | 'idempotent' | 'reads' | 'changes'>>

/**
 * An endpoint without its schemas but with their types, for the sign-in page and the frame. The build strips replies,
 * but a module of the contract goes into one file whole: importing it here would make the first screen, which is near
 * its limit (e2e/first-page.e2e.ts), wait for zod and for the bodies that only other pages send.
 */
export const withoutSchemas = <E extends Endpoint>(facts: EndpointFacts): E =>
  ({ kind: 'json', ...facts }) as unknown as E

/** Endpoints of the application shell. A test compares them with the contract. */
export const shell = {
  logout: withoutSchemas<typeof auth.logout>({ name: 'auth.logout', method: 'POST', path: '/auth/logout' }),
  me: withoutSchemas<typeof me.me>({ name: 'me.show', method: 'GET', path: '/api/me', reads: ['me'] }),
  listTypes: withoutSchemas<typeof system.listTypes>({
    name: 'listTypes.index',
    method: 'GET',
    path: '/api/campaign-types',
  }),
  start: withoutSchemas<typeof start.start>({
    name: 'me.start',
    method: 'GET',
    path: '/api/start',
    reads: ['me'],
  }),
  checklist: withoutSchemas<typeof me.checklist>({
    name: 'checklist.show',
    method: 'GET',
    path: '/api/checklist',
    reads: ['checklist'],
  }),
  siteSettings: withoutSchemas<typeof sites.siteSettings>({
    name: 'sites.settings',
    method: 'POST',
    path: '/api/site-settings',
  }),
  logAppError: withoutSchemas<typeof system.logAppError>({
    name: 'telemetry.logAppError',
    method: 'POST',
    path: '/api/log-app-error',
  }),
  userLimits: withoutSchemas<typeof wallet.userLimits>({
    name: 'wallet.limits',
    method: 'GET',
    path: '/api/user-limits',
    reads: ['wallet'],
  }),
  runs: withoutSchemas<typeof runs.runs>({
    name: 'runs.index',
    method: 'GET',
    path: '/api/runs',
    reads: ['runs'],
  }),
  cancelRun: withoutSchemas<typeof runs.cancelRun>({
    name: 'runs.cancel',
    method: 'POST',
    path: '/api/runs/{id}/cancel',
    idempotent: true,
    changes: ['runs', 'run:{id}'],
  }),
  unreadNotifications: withoutSchemas<typeof notifications.unreadNotifications>({
    name: 'notifications.unread',
    method: 'GET',
    path: '/api/notifications/unread',
    reads: ['notifications'],
  }),
  aiTexts: withoutSchemas<typeof texts.aiTexts>({
    name: 'aiText.index',
    method: 'GET',
    path: '/api/ai-texts',
    reads: ['ai_texts', 'runs'],
  }),
  liveEvents: withoutSchemas<typeof runs.liveEvents>({
    name: 'events.live',
    method: 'GET',
    path: '/api/events',
    kind: 'stream',
  }),
} as const
