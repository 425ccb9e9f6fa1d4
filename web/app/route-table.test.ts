import { expect, test } from 'vitest'
import { CHECKLIST_STEPS } from '#contract/me.ts'
import { STEPS } from '../features/checklist/checklist-steps.ts'
import { INTEGRATION_PAGES } from '../lib/integration-pages.ts'
import { BUILT_PAGES } from './built-pages.ts'
import { isBuilt, ROUTES, routeAt, routerPath } from './route-table.ts'

/** Every address that the product names, with the module it needs; written down a second time on purpose. */
const PRODUCT: Record<string, string> = {
  '': '/login /register /forgot-password /invitation /account-closed /terms /manage-team /profile-settings /profile-settings/profile /profile-settings/email /profile-settings/password /profile-settings/sessions /profile-settings/second-factor /profile-settings/api-keys /profile-settings/account-data /profile-settings/notifications /notifications /billing-portal /crm/callback /callback /business-profile /wallet /integration /integration/sources /integration/crm /integration/crm-fields /integration/open-ai /integration/webhook /onboarding /onboarding/{id} /whitelabel/upgrade /help /help/{guide}',
  ai_suggest: '/ai/training /ai/icp-suggestions',
  leads:
    '/lead-search/new-search /lead-search/import /lead-search/saved-lists /lead-search/email-verification /suppression /suppression/erasures /lead-search/email-finder /lead-search/waterfall /lead-search/sources /saved-lists/{type}-{id} /saved-lists/{type}-{id}/{resultId} /saved-lists/{type}-{id}/new-search /saved-lists/{type}-{id}/tags-and-source /saved-lists/{type}-{id}/exports /saved-lists/{type}-{id}/crm /saved-lists/{type}-{id}/twins /saved-lists/{type}-{id}/webhook /lead-search/ai-assistant /lead-search/custom-labels /lead-search/custom-fields /lead-search/autopilot /autopilot/create /autopilot/{type}-{id}/edit',
  whitelabel:
    '/whitelabel/business-account /whitelabel/packages /whitelabel/packages/create /whitelabel/packages/{id}/edit /whitelabel/packages/{id}/sales-settings /whitelabel/subscriptions /whitelabel/subscriptions/create /whitelabel/subscriptions/{id}/edit /whitelabel/subscriptions/usage-history /whitelabel/stripe /whitelabel/stripe/callback /whitelabel/custom-links /whitelabel/smtp /whitelabel/webhook /whitelabel/email-templates /whitelabel/training-content /whitelabel/training-content/{id} /whitelabel/training-content/{id}/create /whitelabel/training-content/{id}/{pageId}/edit',
  admin:
    '/admin /admin/dashboard /admin/users /admin/users/create /admin/users/{id}/edit /admin/users/history /admin/plans /admin/plans/create /admin/plans/{id}/edit /admin/plans/history /admin/searchers /admin/user-analytics /admin/user-analytics/credit-usage /admin/user-analytics/login-activity /admin/user-analytics/monthly-credit-usage /admin/ai-assistant /admin/ai-assistant/history /admin/reports /admin/training-content /admin/training-content/{id} /admin/training-content/{id}/create /admin/training-content/{id}/{pageId}/edit /admin/training-content/history /admin/topics /admin/topics/create /admin/topics/{id}/edit /admin/resellers /admin/ai-limits /admin/corpus /admin/corpus/twins /admin/mails /admin/brand',
}

test('the table holds every address of the product with its module, and no other', () => {
  const wanted = Object.entries(PRODUCT).flatMap(([module, paths]) =>
    paths.split(' ').map((path) => `${path} ${module}`),
  )
  expect(wanted.length).toBeGreaterThan(75)
  expect(ROUTES.map((entry) => `${entry.path} ${entry.module ?? ''}`).sort()).toEqual(wanted.sort())
})

test('names are Section:Page and unique, so are addresses', () => {
  for (const entry of ROUTES) expect(entry.name).toMatch(/^[A-Za-z]+:[A-Za-z]+$/)
  expect(new Set(ROUTES.map((entry) => entry.name)).size).toBe(ROUTES.length)
  expect(new Set(ROUTES.map((entry) => routerPath(entry.path))).size).toBe(ROUTES.length)
})

test('only the sign-in pages stand outside the base layout', () => {
  const outside = ROUTES.filter((entry) => entry.layout === 'auth').map((entry) => entry.path)
  expect(outside).toEqual(['/login', '/register', '/forgot-password'])
  const open = ROUTES.filter((entry) => entry.layout === 'plain').map((entry) => entry.path)
  expect(open).toEqual(['/invitation', '/account-closed', '/terms', '/callback'])
})

test('redirects lead to a page and not to another redirect', () => {
  const parents = ROUTES.filter((entry) => entry.redirectTo)
  expect(parents.length).toBeGreaterThan(3)
  for (const entry of parents) expect(routeAt(entry.redirectTo!).redirectTo).toBeUndefined()
})

test('every page that is built stands in the table, what has none is not built', () => {
  const named = new Set(ROUTES.flatMap((entry) => entry.page ?? []))
  expect([...named].sort()).toEqual(Object.keys(BUILT_PAGES).sort())
  expect(isBuilt(routeAt('/login'))).toBe(true)
  expect(isBuilt(routeAt('/admin/corpus'))).toBe(true)
  expect(isBuilt(routeAt('/whitelabel/packages'))).toBe(false)
  expect(isBuilt(routeAt('/integration'))).toBe(true)
  for (const { to } of INTEGRATION_PAGES) expect(isBuilt(routeAt(to))).toBe(true)
  const children = ROUTES.filter((entry) => entry.path.startsWith('/integration/') && isBuilt(entry))
  expect(INTEGRATION_PAGES.map(({ to }) => to as string).toSorted()).toEqual(
    children.map(({ path }) => path).toSorted(),
  )
})

test('addresses in the router’s words', () => {
  expect(routerPath('/saved-lists/{type}-{id}/{resultId}')).toBe('/saved-lists/$listRef/$resultId')
  expect(routerPath('/onboarding/{id}')).toBe('/onboarding/$id')
})

test('every first step leads to a page of the product', () => {
  for (const id of CHECKLIST_STEPS) expect(isBuilt(routeAt(STEPS[id].to))).toBe(true)
})
