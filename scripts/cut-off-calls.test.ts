import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { allEndpoints } from '#contract/index.ts'
import { CUT_OFF_CALLS, NOT_PRESSED_YET } from '../e2e/support/cut-off-calls.ts'

const source = (pattern: string, exclude: RegExp) =>
  globSync(pattern).flatMap((file) => (exclude.test(file) ? [] : [readFileSync(file, 'utf8')]))
const TESTS = /\.test\.tsx?$|\/testing\/|^web\/dist\//
const IMPORTS = /import (?:type )?\{([^}]*)\} from '#contract\/[^']+'|withoutSchemas<typeof \w+\.(\w+)>/g

/** Everything that the web application takes from the contract by name. */
const imported = new Set(
  source('web/{app,features,lib,ui}/**/*.{ts,tsx}', TESTS).flatMap((text) =>
    [...text.matchAll(IMPORTS)].flatMap(([, names, short]) => (names ?? short ?? '').match(/\w+/g) ?? []),
  ),
)

async function exportedNames(): Promise<Map<unknown, string>> {
  const files = globSync('contract/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(`../${file}`) as Promise<object>))
  return new Map(modules.flatMap((module) => Object.entries(module).map(([name, value]) => [value, name])))
}

test('every mutating call of a screen is tested with the server cut off', async () => {
  const names = await exportedNames()
  const isCalled = (endpoint: Endpoint) => imported.has(names.get(endpoint) ?? '')
  const called = allEndpoints.filter((one) => one.changes && isCalled(one)).map(({ name }) => name)
  expect(called.length).toBeGreaterThan(100)
  const pressed = new Set(Object.values(CUT_OFF_CALLS))
  expect(called.filter((name) => !pressed.has(name) && !NOT_PRESSED_YET.includes(name))).toEqual([])
  // What is pressed now, or called by no screen any more, leaves the list.
  expect(NOT_PRESSED_YET.filter((name) => pressed.has(name) || !called.includes(name))).toEqual([])
})

test('a journey performs each action', () => {
  const journeys = source('e2e/cut-off*.e2e.ts', /^$/).join('\n')
  const isDone = (action: string) => new RegExp(`^  '?${action}'?: `, 'm').test(journeys)
  expect(Object.keys(CUT_OFF_CALLS).filter((action) => !isDone(action))).toEqual([])
})
