import { expect, test } from 'vitest'
import { CHECKLIST_STEPS } from '#contract/identity/me.ts'
import { STEPS } from '../../features/identity/checklist/checklist-steps.ts'
import { SIDEBAR } from '../sidebar.ts'
import { isBuilt, PAGES, type Page, pageAt, routerPath } from './index.ts'

const duplicates = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at)

test('addresses and go-to keys are unique', () => {
  expect(PAGES.length).toBeGreaterThan(100)
  expect(duplicates(PAGES.map(({ path }) => routerPath(path)))).toEqual([])
  expect(duplicates(PAGES.flatMap(({ goKey }) => goKey ?? []))).toEqual([])
})

/** The module of each part of the product, by path prefix. */
const MODULE_OF: [start: RegExp, module: Page['module']][] = [
  [/^\/whitelabel\/upgrade$/, undefined],
  [/^\/whitelabel\//, 'whitelabel'],
  [/^\/admin(\/|$)/, 'admin'],
  [/^\/ai\//, 'ai_suggest'],
  [/^\/(lead-search|saved-lists|autopilot|suppression)(\/|$)/, 'leads'],
]

test('every page requires the module of its section', () => {
  for (const { path, module } of PAGES)
    expect([path, module]).toEqual([path, MODULE_OF.find(([start]) => start.test(path))?.[1]])
})

test('pages outside the navigation require no rights', () => {
  const outside = PAGES.filter(({ layout }) => layout)
  expect(outside.length).toBeGreaterThan(5)
  for (const { module, can, nav } of outside)
    expect([module, can, nav]).toEqual([undefined, undefined, undefined])
})

test('redirects point to pages, not to other redirects', () => {
  const parents = PAGES.filter(({ redirectTo }) => redirectTo)
  expect(parents.length).toBeGreaterThan(3)
  for (const { redirectTo, load } of parents) {
    expect(pageAt(redirectTo!).redirectTo).toBeUndefined()
    expect(load).toBeUndefined()
  }
})

test('a sidebar page has one address and is in a section with the same module', () => {
  const shown = PAGES.filter(({ nav }) => nav)
  expect(shown.length).toBeGreaterThan(20)
  for (const { path, nav, module } of shown) {
    expect(path).not.toContain('{')
    expect(SIDEBAR.find(({ id }) => id === nav!.section)?.module).toBe(module)
  }
})

test('a parent is built when its default child is', () => {
  expect(isBuilt(pageAt('/integration'))).toBe(true)
  expect(isBuilt({ ...pageAt('/login'), load: undefined } as never)).toBe(false)
})

test('converts paths to the router’s notation', () => {
  expect(routerPath('/saved-lists/{type}-{id}/{resultId}')).toBe('/saved-lists/$listRef/$resultId')
  expect(routerPath('/onboarding/{id}')).toBe('/onboarding/$id')
})

test('every first step links to a page of the product', () => {
  for (const id of CHECKLIST_STEPS) expect(isBuilt(pageAt(STEPS[id].to))).toBe(true)
})
