import { expect, test } from 'vitest'
import type { ModuleSlug } from '#contract/core/constants.ts'
import type { User } from '#contract/identity/user.ts'
import { ApiError } from '../lib/api-error.ts'
import type { Session } from '../lib/session.ts'
import { listCapabilities } from '../testing/capabilities.ts'
import { decide, safeReturn } from './guard.ts'
import { isBuilt, PAGES, pageAt } from './pages/index.ts'

const signedIn = (slugs: ModuleSlug[], rights: Partial<User> = {}): Session => ({
  status: 'signed-in',
  listTypes: [],
  user: {
    id: 1,
    modules: slugs.map((slug, index) => ({ id: index + 1, slug })),
    can: listCapabilities(slugs, rights),
    account: {
      id: 1,
      name: 'Acme',
      time_zone: 'UTC',
      delete_at: null,
      access: { level: 'full', message: null },
    },
    ...rights,
  } as User,
})
const signedOut: Session = { status: 'signed-out' }
const unreachable: Session = {
  status: 'unreachable',
  error: new ApiError({ code: 'network', message: '', status: 0 }),
}
const to = (path: string) => ({ do: 'redirect', to: path })

test('signed-out visitors reach only sign-in and public pages; everything else redirects to Login', () => {
  const state = { session: signedOut, hasToken: false }
  for (const entry of PAGES) {
    expect(decide(entry, state)).toEqual(
      !entry.layout || entry.layout === 'card' ? to('/login') : { do: 'allow' },
    )
  }
  expect(decide('/', state)).toEqual(to('/login'))
})

test('signed-in users are redirected from the sign-in pages into the application', () => {
  for (const session of [signedOut, { status: 'token' } as const, unreachable, signedIn([])]) {
    expect(decide(pageAt('/login'), { session, hasToken: true })).toEqual(to('/'))
  }
})

test('an email link opens its page even when someone is signed in', () => {
  const state = { session: signedIn([]), hasToken: true, byLink: true }
  expect(decide(pageAt('/forgot-password'), state)).toEqual({ do: 'allow' })
})

test('public pages stay open when someone is signed in', () => {
  for (const path of ['/invitation', '/terms', '/callback'])
    expect(decide(pageAt(path), { session: signedIn([]), hasToken: true })).toEqual({ do: 'allow' })
})

test('the user is loaded before a page opens', () => {
  expect(decide('/', { session: { status: 'token' }, hasToken: true })).toEqual({ do: 'load' })
  expect(decide('/', { session: unreachable, hasToken: true })).toEqual({ do: 'retry-page' })
})

test('module routes are closed without their module and open with it', () => {
  for (const entry of PAGES.filter((page) => page.module)) {
    const message = `Your account doesn’t include ${entry.title}`
    expect(decide(entry, { session: signedIn([]), hasToken: true })).toEqual({
      ...to('/'),
      message: message,
      // The admin panel is never for sale.
      ...(entry.module !== 'admin' && { upgrade: true }),
    })
    const rights = entry.can ? { can: [entry.can, 'see_admin' as const] } : {}
    const owner = decide(entry, { session: signedIn([entry.module!], rights), hasToken: true })
    expect(owner.do).toBe(entry.redirectTo ? 'redirect' : 'allow')
  }
})

test('the admin panel requires the administrator role as well as the module', () => {
  const owner = signedIn(['leads', 'admin'], { can: ['sell', 'manage_brand', 'see_revenue'] })
  for (const entry of PAGES.filter(({ module }) => module === 'admin'))
    expect(decide(entry, { session: owner, hasToken: true })).toEqual({
      ...to('/'),
      message: `Only platform staff can open ${entry.title}`,
    })
})

test('a locked account is redirected to its own page, a read-only one to the requested page', () => {
  const account = (level: 'locked' | 'read_only') => ({
    id: 1,
    name: 'Acme',
    time_zone: 'UTC',
    delete_at: null,
    access: { level, message: 'Paused' },
  })
  const state = { session: signedIn(['leads'], { account: account('locked') }), hasToken: true }
  for (const entry of PAGES.filter(({ layout }) => !layout))
    expect(decide(entry, state)).toEqual(to('/account-locked'))
  const looking = { session: signedIn(['leads'], { account: account('read_only') }), hasToken: true }
  expect(decide(pageAt('/wallet') as never, looking)).not.toEqual(to('/account-locked'))
})

test('a closed account always lands on its own page', () => {
  const access = { level: 'closed' as const, message: null }
  const account = { id: 1, name: 'Acme', time_zone: 'UTC', delete_at: '2026-12-01T00:00:00Z', access }
  const state = { session: signedIn(['leads'], { account }), hasToken: true }
  for (const entry of PAGES.filter(({ layout }) => !layout))
    expect(decide(entry, state)).toEqual(to('/account-closed'))
  expect(decide('/', state)).toEqual(to('/account-closed'))
  expect(decide(pageAt('/account-closed') as never, state)).toEqual({ do: 'allow' })
})

test('account pages and the upgrade page need no module', () => {
  for (const path of ['/profile-settings/email', '/whitelabel/upgrade'])
    expect(decide(pageAt(path), { session: signedIn([]), hasToken: true })).toEqual({ do: 'allow' })
})

test('owners and members with a module can open settings, and CRM settings need the leads module', () => {
  const at = (path: string, ...viewer: Parameters<typeof signedIn>) =>
    decide(pageAt(path), { session: signedIn(...viewer), hasToken: true })
  for (const path of ['/business-profile', '/integration/open-ai', '/integration/crm']) {
    expect(at(path, [], { isMainUser: true })).toEqual({ do: 'allow' })
    expect(at(path, ['leads'])).toEqual({ do: 'allow' })
    expect(at(path, [])).toMatchObject({ do: 'redirect', message: expect.stringContaining('Ask an owner') })
  }
  expect(at('/business-profile', ['ai_suggest'])).toEqual({ do: 'allow' })
  expect(at('/integration/crm', ['ai_suggest'])).toMatchObject(to('/'))
})

test('only owners are let to the page of the team', () => {
  const team = pageAt('/manage-team')
  const message = 'Only owners of the account can open Manage team'
  expect(decide(team, { session: signedIn([]), hasToken: true })).toEqual({ ...to('/'), message: message })
  const main = signedIn([], { isMainUser: true })
  expect(decide(team, { session: main, hasToken: true })).toEqual({ do: 'allow' })
})

test('the wallet is open to the owner and to members with access', () => {
  const wallet = pageAt('/wallet')
  const message = 'You don’t have access to the wallet. Ask an owner of your account'
  expect(decide(wallet, { session: signedIn([]), hasToken: true })).toEqual({ ...to('/'), message: message })
  for (const rights of [{ isMainUser: true }, { accessToWallet: true }]) {
    expect(decide(wallet, { session: signedIn([], rights), hasToken: true })).toEqual({ do: 'allow' })
  }
})

test('the base layout redirects to the first visible section', () => {
  const home = (slugs: ModuleSlug[]) => decide('/', { session: signedIn(slugs), hasToken: true })
  expect(home(['leads', 'admin'])).toEqual(to('/lead-search/new-search'))
  expect(home(['leads', 'ai_suggest'])).toEqual(to('/ai/training'))
})

test('a parent redirects to its default page, and Admin to its first built page', () => {
  const state = { session: signedIn(['leads', 'admin']), hasToken: true }
  expect(decide(pageAt('/integration'), state)).toEqual(to('/integration/crm'))
  const admin = decide(pageAt('/admin'), state)
  expect(admin.do).toBe('redirect')
  expect(isBuilt(pageAt((admin as { to: string }).to))).toBe(true)
})

test('return addresses outside the application are refused', () => {
  expect(safeReturn('/saved-lists/local-1?page=2')).toBe('/saved-lists/local-1?page=2')
  expect(safeReturn('/login-history')).toBe('/login-history')
  expect(safeReturn('/crm/callback?state=a-b_c&code=d.e')).toBe('/crm/callback?state=a-b_c&code=d.e')
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    '/%5cevil.example',
    'https://evil.example',
    'javascript:x',
    '/',
    '/login',
    '/login?to=/wallet',
    '/register',
    '/forgot-password#token=x',
    7,
  ]) {
    expect(safeReturn(bad)).toBeUndefined()
  }
})
