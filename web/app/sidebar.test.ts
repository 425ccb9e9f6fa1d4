import { expect, test } from 'vitest'
import type { ModuleSlug } from '#contract/core/constants.ts'
import { listCapabilities } from '../testing/capabilities.ts'
import { isBuilt, type Page, pageAt } from './pages/index.ts'
import { childFor, homePath, mayOpen, SIDEBAR, type Viewer, visibleSections } from './sidebar.ts'

const viewer = (slugs: ModuleSlug[], rights?: Parameters<typeof listCapabilities>[1]): Viewer => ({
  modules: slugs.map((slug, index) => ({ id: index + 1, slug })),
  can: listCapabilities(slugs, rights),
})
const all = () => true
const none = () => false
const labels = (sections: ReturnType<typeof visibleSections>) => sections.map((section) => section.label)

test('sections and pages are in the specified order', () => {
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
    Object.fromEntries(seen.map((group) => [group.label, group.items.map((item) => item.label).join(', ')])),
  ).toEqual({
    Settings: 'Business Profile, Wallet, Integration, Audit log',
    'AI Tools': 'AI Training, ICP Suggestions',
    'Lead Search': 'New Search, Saved Lists, AI Assistant, Custom Labels, Autopilot Search',
    Tools:
      'Import leads, Email finder, Email verification, Waterfall, Custom fields, Services, Forms, Suppression list, Source quality',
    'White Label':
      'Business Account, Packages, Stripe, Subscriptions, Kits, Custom Links, SMTP, Webhook, Email Templates, Training Content',
    Resources: 'WLS Setup, Help & Support, Community, Q&A Office Hours, Snapshot Store, Roadmap',
    'Admin Panel':
      'Dashboard, Users, Plans, Searchers, User Analytics, Platform AI Assistant, Reports, Platform Training Content, Topics',
    Platform:
      'Resellers, Domains, Staff, AI limits, Business data, Sent emails, Platform email server, Platform email templates, Brand, App errors, Runs, Webhooks, Jobs, Backups, Change history, Settings',
  })
})

test('no two pages have one name', () => {
  const owner = viewer(['ai_suggest', 'leads', 'whitelabel', 'admin'], { isMainUser: true })
  const names = visibleSections(owner, [], all).flatMap(({ items }) => items.map((item) => item.label))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('a section is shown only to users with its module', () => {
  for (const section of SIDEBAR.filter((group) => group.module && group.id !== 'resources')) {
    const owner = viewer([section.module!], { isMainUser: true })
    expect(labels(visibleSections(owner, [], all))).toContain(section.label)
    expect(labels(visibleSections(viewer([]), [], all))).not.toContain(section.label)
  }
  expect(labels(visibleSections(viewer([], { isMainUser: true }), [], all))).toEqual(['Settings'])
  expect(labels(visibleSections(viewer([]), [], all))).toEqual([])
})

test('the wallet is hidden without the right to see it', () => {
  const settings = (person: Viewer) => visibleSections(person, [], all)[0]!.items.map((item) => item.label)
  expect(settings(viewer(['leads']))).toEqual(['Business Profile', 'Integration'])
  expect(settings(viewer(['leads'], { accessToWallet: true }))).toContain('Wallet')
  expect(settings(viewer([], { isMainUser: true }))).toContain('Wallet')
})

test('unbuilt pages are hidden, and so are sections without built pages', () => {
  expect(visibleSections(viewer(['leads', 'admin', 'whitelabel']), [], none)).toEqual([])
  const onlyLists = (entry: Page) => entry.path === '/lead-search/saved-lists'
  expect(visibleSections(viewer(['ai_suggest', 'leads']), [], onlyLists)).toEqual([
    {
      id: 'lead-search',
      label: 'Lead Search',
      items: [{ path: '/lead-search/saved-lists', label: 'Saved Lists', icon: 'list' }],
    },
  ])
})

test('site links are shown in order: web addresses, and pages the user may open', () => {
  const menu = [
    { label: 'Our roadmap', url: 'https://example.com/roadmap' },
    { label: 'WLS Setup', url: '/whitelabel/setup' },
    { label: 'Community', url: 'javascript:alert(1)' },
    { label: 'Nowhere', url: '/nowhere' },
    { label: 'Help & Support', url: '/help' },
  ]
  const shown = (person: Viewer) => visibleSections(person, menu).find(({ id }) => id === 'resources')?.items
  const roadmap = { label: 'Our roadmap', url: 'https://example.com/roadmap' }
  const help = { label: 'Help & Support', path: '/help', icon: 'help' }
  expect(shown(viewer(['whitelabel'], { isMainUser: true }))).toEqual([
    roadmap,
    { label: 'WLS Setup', path: '/whitelabel/setup', icon: 'checklist' },
    help,
  ])
  expect(shown(viewer(['whitelabel']))).toEqual([roadmap, help])
  expect(shown(viewer(['leads']))).toBeUndefined()
})

test('home is the first visible module section of the sidebar, then Settings, then the profile', () => {
  expect(homePath(viewer(['leads']), all)).toBe('/lead-search/new-search')
  expect(homePath(viewer(['ai_suggest', 'leads']), all)).toBe('/ai/training')
  expect(homePath(viewer(['ai_suggest']), all)).toBe('/ai/training')
  expect(homePath(viewer([], { isMainUser: true }), all)).toBe('/business-profile')
  expect(homePath(viewer([]), all)).toBe('/profile-settings/profile')
  expect(homePath(viewer(['ai_suggest', 'admin']), (entry) => entry.module === 'admin')).toBe(
    '/admin/dashboard',
  )
  expect(homePath(viewer([]), none)).toBe('/profile-settings/profile')
  expect(homePath(viewer(['whitelabel']), isBuilt)).toBe('/business-profile')
})

test('onboarding is shown unless the brand has turned the training center off', () => {
  for (const path of ['/onboarding', '/onboarding/{id}']) {
    expect(mayOpen(pageAt(path), viewer([]))).toBe(true)
    expect(mayOpen(pageAt(path), viewer([]), false)).toBe(false)
  }
  expect(mayOpen(pageAt('/business-profile'), viewer(['leads']), false)).toBe(true)
})

test('a parent opens its default child, or else the first built page the user may open', () => {
  const integration = pageAt('/integration')
  expect(childFor(integration, viewer(['leads']))).toBe('/integration/crm')
  expect(childFor(integration, viewer(['ai_suggest']))).toBe('/integration/open-ai')
  const owner = viewer(['admin'], { isMainUser: true })
  const admin = (built: (page: Page) => boolean) => childFor(pageAt('/admin'), owner, built)
  expect(admin(all)).toBe('/admin/dashboard')
  expect(admin((page) => page.path === '/admin/plans')).toBe('/admin/plans')
  expect(admin(none)).toBe('/admin/dashboard')
})
