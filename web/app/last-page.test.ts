import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ModuleSlug } from '#contract/core/constants.ts'
import { queryClient } from '../lib/freshness.ts'
import { notePage, signInPath } from './last-page.ts'

const user = (id: number, ...slugs: ModuleSlug[]) => ({
  id,
  modules: slugs.map((slug, at) => ({ id: at + 1, slug })),
})

let isDone: boolean
beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  vi.spyOn(queryClient, 'fetchQuery').mockImplementation(async () => ({
    data: { steps: [{ id: 'first_search', done: isDone }], dismissed: false },
  }))
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

test('people return to where they left, each to their own page', async () => {
  isDone = true
  notePage(1, '/wallet?page=2')
  notePage(2, 'https://elsewhere.example/')
  expect(await signInPath(user(1, 'leads'))).toBe('/wallet?page=2')
  expect(await signInPath(user(2, 'leads'))).toBe('/lead-search/saved-lists')
})
