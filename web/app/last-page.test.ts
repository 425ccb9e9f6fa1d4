import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Capability } from '#contract/core/capabilities.ts'
import type { ModuleSlug } from '#contract/core/constants.ts'
import { queryClient } from '../lib/freshness.ts'
import { notePage, signInPath } from './last-page.ts'

const user = (id: number, ...slugs: ModuleSlug[]) => ({
  id,
  can: [] as Capability[],
  modules: slugs.map((slug, at) => ({ id: at + 1, slug })),
})

let isDone: boolean
let setUp: 'done' | 'missing'
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async ({ queryKey }) =>
    queryKey?.[0] === 'sites.setup'
      ? { data: [{ key: 'brand', state: setUp }] }
      : { data: { steps: [{ id: 'first_search', done: isDone }], dismissed: false } },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  [false, '/lead-search/new-search'],
  [true, '/lead-search/saved-lists'],
])('a first sign-in in this browser, first search done: %s', async (done, path) => {
  isDone = done
  expect(await signInPath(user(1, 'ai_suggest', 'leads'))).toBe(path)
})

test('people without searches get the first section', async () => {
  expect(await signInPath(user(1, 'whitelabel'))).toBe('/')
})

test.each([
  ['missing', ['leads', 'whitelabel'], ['manage_brand'], '/whitelabel/setup'],
  ['done', ['leads', 'whitelabel'], ['manage_brand'], '/lead-search/new-search'],
  ['missing', ['leads', 'whitelabel'], [], '/lead-search/new-search'],
  ['missing', ['leads'], ['manage_brand'], '/lead-search/new-search'],
  ['missing', ['leads', 'whitelabel', 'admin'], ['manage_brand'], '/lead-search/new-search'],
] as const)('a site with steps %s, modules %s, able to %s: %s', async (state, slugs, can, path) => {
  isDone = false
  setUp = state
  expect(await signInPath({ ...user(1, ...slugs), can: [...can] })).toBe(path)
})

test('people return to where they left, each to their own page', async () => {
  isDone = true
  notePage(1, '/wallet?page=2')
  notePage(2, 'https://elsewhere.example/')
  expect(await signInPath(user(1, 'leads'))).toBe('/wallet?page=2')
  expect(await signInPath(user(2, 'leads'))).toBe('/lead-search/saved-lists')
})
