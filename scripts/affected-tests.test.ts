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
const MIGRATION_TESTS = [
  'scripts/cluster-rules.test.ts',
  'scripts/record-migrations.test.ts',
  'server/app/upgrade.test.ts',
]
const paths = [
  ...new Set(edges.flatMap(({ from, to }) => [from, to])),
  'scripts/docs.test.ts',
  ...MIGRATION_TESTS,
]

it('finds the tests that changed files reach through imports, nearest first', () => {
  expect(affectedTests(['server/a/store.ts'], edges, paths)).toEqual({
    always: [],
    near: ['server/a/store.test.ts', 'server/a/routes.test.ts', 'server/b/uses-a.test.ts'],
  })
  expect(affectedTests(['server/c/lone.ts'], edges, paths).near).toEqual(['server/c/lone.test.ts'])
})

it('always names changed tests of every kind, and tests that read a changed file nobody imports', () => {
  const changed = ['server/b/uses-a.test.ts', 'web/ui/x.browser.test.tsx', 'server/a/store.ts', 'docs/api.md']
  expect(affectedTests(changed, edges, paths)).toEqual({
    always: ['scripts/docs.test.ts', 'server/b/uses-a.test.ts', 'web/ui/x.browser.test.tsx'],
    near: ['server/a/store.test.ts', 'server/a/routes.test.ts'],
  })
})

it('checks a changed migration by the record, the rules of a cluster and an upgrade', () => {
  expect(affectedTests(['server/migrations/9000_later.sql'], edges, paths).always).toEqual(MIGRATION_TESTS)
})

it('puts tests with the name of a changed file before those that import it directly', () => {
  const through = [
    { from: 'server/a/a-direct.test.ts', to: 'server/a/lists-store.ts' },
    { from: 'server/a/index.ts', to: 'server/a/lists-store.ts' },
    ...['server/a/lists.test.ts', 'server/lists-store.test.ts'].map((from) => ({
      from,
      to: 'server/a/index.ts',
    })),
  ]
  const all = [...through.map(({ from }) => from), 'server/a/lists-store.test.js', 'server/b/lists.test.ts']
  expect(affectedTests(['server/a/lists-store.ts'], through, all).near).toEqual([
    'server/a/lists.test.ts',
    'server/lists-store.test.ts',
    // No import leads here, but the name does.
    'server/a/lists-store.test.js',
    'server/a/a-direct.test.ts',
  ])
})

it('prefers the nearest folders among tests at one distance, not the first of the alphabet', () => {
  const far = ['server/a/x/one.test.ts', 'server/leads/leads/two.test.ts', 'server/leads/lists/zero.test.ts']
  const same = far.map((from) => ({ from, to: 'server/leads/lists/store.ts' }))
  expect(affectedTests(['server/leads/lists/store.ts'], same, far).near).toEqual([...far].reverse())
})

it('finds nothing for a file that nobody imports, and handles import cycles', () => {
  expect(affectedTests(['LICENSE'], edges, paths)).toEqual({ always: [], near: [] })
  const circle = [...edges, { from: 'server/a/store.ts', to: 'server/a/service.ts' }]
  expect(affectedTests(['server/a/service.ts'], circle, paths).near).toContain('server/b/uses-a.test.ts')
})
