import { expect, test } from 'vitest'
import type { ModuleSlug } from '#contract/constants.ts'
import { isBuilt, type RouteEntry, routeAt } from './route-table.ts'
import { homePath, mayOpen, SIDEBAR, type Viewer, visibleSections } from './sidebar.ts'

const viewer = (slugs: ModuleSlug[], rights: Partial<Viewer> = {}): Viewer => ({
  modules: slugs.map((slug, index) => ({ id: index + 1, slug })),
  isMainUser: false,
  accessToWallet: false,
  ...rights,
})
const all = () => true
const none = () => false
const labels = (sections: ReturnType<typeof visibleSections>) => sections.map((section) => section.label)

test('the sections and pages stand in the product’s order', () => {
  const owner = viewer(['ai_suggest', 'leads', 'whitelabel', 'admin'], { isMainUser: true })
  const menu = [
    'WLS Setup',
    'Help & Support',
    'Community',
    'Q&A Office Hours',
    'Snapshot Store',
    'Roadmap',
  ].map((label) => ({ label, url: 'https://example.com/' }))
  const seen = visibleSections(owner, menu, all)
  expect(
    Object.fromEntries(seen.map((one) => [one.label, one.items.map((item) => item.label).join(', ')])),
  ).toEqual({
    Settings: 'Business Profile, Wallet, Integration',
    'AI Tools': 'AI Training, ICP Suggestions',
    'Lead Search':
      'New Search, Saved Lists, Email finder, Email verification, Waterfall, Suppression list, Source quality, AI Assistant, Custom Labels, Autopilot Search',
    'White Label':
      'Business Account, Packages, Stripe, Subscriptions, Custom Links, SMTP, Webhook, Email Templates, Training Content',
    Resources: 'WLS Setup, Help & Support, Community, Q&A Office Hours, Snapshot Store, Roadmap',
    'Admin Panel':
      'Dashboard, Users, Plans, Searchers, User Analytics, AI Assistant, Reports, Training Content, Topics, Resellers, AI limits, Open corpus, Mail, Brand',
  })
})

test('a section is shown only to owners of its module', () => {
  for (const section of SIDEBAR.filter((one) => one.module && one.id !== 'resources')) {
    expect(labels(visibleSections(viewer([section.module!]), [], all))).toContain(section.label)
    expect(labels(visibleSections(viewer([]), [], all))).not.toContain(section.label)
  }
  expect(labels(visibleSections(viewer([]), [], all))).toEqual(['Settings'])
})

test('the wallet is hidden without the right to it', () => {
  const settings = (who: Viewer) => visibleSections(who, [], all)[0]!.items.map((item) => item.label)
  expect(settings(viewer([]))).toEqual(['Business Profile', 'Integration'])
  expect(settings(viewer([], { accessToWallet: true }))).toContain('Wallet')
  expect(settings(viewer([], { isMainUser: true }))).toContain('Wallet')
})

test('unbuilt pages are hidden, and sections of nothing else with them', () => {
  expect(visibleSections(viewer(['leads', 'admin', 'whitelabel']), [], none)).toEqual([])
  const onlyLists = (entry: RouteEntry) => entry.path === '/lead-search/saved-lists'
  expect(visibleSections(viewer(['ai_suggest', 'leads']), [], onlyLists)).toEqual([
    {
      id: 'lead-search',
      label: 'Lead Search',
      items: [{ path: '/lead-search/saved-lists', label: 'Saved Lists' }],
    },
  ])
})

test('links of a site are shown only when they lead somewhere on the web', () => {
  const menu = [
    { label: 'roadmap', url: 'https://example.com/roadmap' },
    { label: 'Community', url: 'javascript:alert(1)' },
  ]
  const [resources] = visibleSections(viewer(['whitelabel']), menu, none)
  expect(resources!.items).toEqual([{ label: 'Roadmap', url: 'https://example.com/roadmap' }])
})

test('home is finding leads, else the first visible module section, else Settings', () => {
  expect(homePath(viewer(['leads']), all)).toBe('/lead-search/new-search')
  expect(homePath(viewer(['ai_suggest', 'leads']), all)).toBe('/lead-search/new-search')
  expect(homePath(viewer(['ai_suggest']), all)).toBe('/ai/training')
  expect(homePath(viewer([]), all)).toBe('/business-profile')
  expect(homePath(viewer(['ai_suggest', 'admin']), (entry) => entry.module === 'admin')).toBe(
    '/admin/dashboard',
  )
  expect(homePath(viewer([]), none)).toBe('/business-profile')
  expect(homePath(viewer(['whitelabel']), isBuilt)).toBe('/business-profile')
})

test('onboarding is there unless the brand has turned its training center off', () => {
  for (const path of ['/onboarding', '/onboarding/{id}']) {
    expect(mayOpen(routeAt(path), viewer([]))).toBe(true)
    expect(mayOpen(routeAt(path), viewer([]), false)).toBe(false)
  }
  expect(mayOpen(routeAt('/business-profile'), viewer([]), false)).toBe(true)
})
