import { expect, it } from 'vitest'
import { affectedTests } from './checks/affected-tests.ts'

const edges = [
  ['server/a/store.test.ts', 'server/a/store.ts'],
  ['server/a/service.ts', 'server/a/store.ts'],
  ['server/a/routes.test.ts', 'server/a/service.ts'],
  ['server/b/uses-a.ts', 'server/a/service.ts'],
  ['server/b/uses-a.test.ts', 'server/b/uses-a.ts'],
  ['server/c/lone.test.ts', 'server/c/lone.ts'],
  ['web/ui/x.browser.test.tsx', 'server/a/store.ts'],
].map(([from = '', to = '']) => ({ from, to }))
const paths = [...new Set(edges.flatMap(({ from, to }) => [from, to])), 'scripts/docs.test.ts']

it('finds the tests that changed files reach through imports, nearest first', () => {
  expect(affectedTests(['server/a/store.ts'], edges, paths)).toEqual([
    'server/a/routes.test.ts',
    'server/a/store.test.ts',
    'server/b/uses-a.test.ts',
  ])
  expect(affectedTests(['server/c/lone.ts'], edges, paths)).toEqual(['server/c/lone.test.ts'])
})

it('puts a changed test first and adds the test that reads a file nobody imports', () => {
  const changed = ['server/b/uses-a.test.ts', 'server/a/store.ts', 'docs/api.md']
  expect(affectedTests(changed, edges, paths).slice(0, 2)).toEqual([
    'scripts/docs.test.ts',
    'server/b/uses-a.test.ts',
  ])
})

it('finds nothing for a file that nobody imports, and handles import cycles', () => {
  expect(affectedTests(['LICENSE'], edges, paths)).toEqual([])
  const circle = [...edges, { from: 'server/a/store.ts', to: 'server/a/service.ts' }]
  expect(affectedTests(['server/a/service.ts'], circle, paths)).toContain('server/b/uses-a.test.ts')
})
