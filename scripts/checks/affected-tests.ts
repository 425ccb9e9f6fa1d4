import { basename, dirname } from 'node:path'

/** Files no test imports, and the tests that read them. */
const READERS: ReadonlyArray<{ files: RegExp; tests: readonly string[] }> = [
  { files: /\.md$|^package\.json$|^\.github\//, tests: ['scripts/docs.test.ts'] },
  {
    files: /^server\/migrations\//,
    tests: [
      'scripts/record-migrations.test.ts',
      'scripts/cluster-rules.test.ts',
      'server/app/upgrade.test.ts',
    ],
  },
]
const ANY_TEST = /\.(test|soak|e2e)\.(ts|tsx|js)$/
/** Tests of `web/ui` need a browser. */
const UNIT_TEST = /(?<!\.browser)\.test\.(ts|tsx|js)$/

interface Edge {
  from: string
  to: string
}

/** Paths of tests below the root. */
export interface AffectedTests {
  /** Changed tests of every kind, and unit tests that read a changed file. */
  always: string[]
  /** Other unit tests, nearest first. */
  near: string[]
}

/**
 * Tests that changed files affect. Those with the name of a changed file come first (`lists.test.ts` for
 * `lists-store.ts` beside it), then those with the fewest imports between, and of these the ones in the
 * nearest folders: most tests reach the server through `testApp`, and all of them by equally many imports.
 */
export function affectedTests(
  changed: readonly string[],
  edges: readonly Edge[],
  paths: readonly string[],
): AffectedTests {
  const always = new Set(paths.filter((path) => ANY_TEST.test(path) && changed.includes(path)))
  for (const { files, tests } of READERS)
    if (changed.some((path) => files.test(path)))
      for (const test of tests) if (paths.includes(test)) always.add(test)
  const distances = distancesFrom(changed, edges)
  const near = paths
    .filter((path) => UNIT_TEST.test(path) && !always.has(path))
    .map((path) => ({
      path,
      isNamesake: changed.some((file) => isNamesake(path, file, distances.has(path))),
      distance: distances.get(path) ?? Number.POSITIVE_INFINITY,
      shared: Math.max(...changed.map((file) => sharedNames(path, file))),
    }))
    .filter(({ isNamesake, distance }) => isNamesake || distance < Number.POSITIVE_INFINITY)
    .sort(
      (a, b) =>
        Number(b.isNamesake) - Number(a.isNamesake) ||
        (a.distance === b.distance ? 0 : a.distance - b.distance) ||
        b.shared - a.shared ||
        a.path.localeCompare(b.path),
    )
  return { always: [...always].sort(), near: near.map(({ path }) => path) }
}

/** A file's name up to the first dot; the folder's for an index. */
function readStem(path: string): string {
  const stem = basename(path).split('.')[0] as string
  return stem === 'index' ? basename(dirname(path)) : stem
}

function isNamesake(test: string, file: string, isReached: boolean): boolean {
  const [ofTest, ofFile] = [readStem(test), readStem(file)]
  if (dirname(test) === dirname(file)) return ofTest === ofFile || ofFile.startsWith(`${ofTest}-`)
  return isReached && ofTest === ofFile
}

/** How many folders of a test are also among the names of the file. */
function sharedNames(test: string, file: string): number {
  const names = new Set(file.replace(/\.\w+$/, '').split('/'))
  return [...new Set(dirname(test).split('/'))].filter((name) => names.has(name)).length
}

/** Number of imports between each file and the nearest changed one; without files that reach none. */
function distancesFrom(changed: readonly string[], edges: readonly Edge[]): Map<string, number> {
  const importers = new Map<string, string[]>()
  for (const { from, to } of edges) importers.set(to, [...(importers.get(to) ?? []), from])
  const distances = new Map(changed.map((path) => [path, 0]))
  const queue = [...changed]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const importer of importers.get(path) ?? []) {
      if (distances.has(importer)) continue
      distances.set(importer, (distances.get(path) as number) + 1)
      queue.push(importer)
    }
  }
  return distances
}
