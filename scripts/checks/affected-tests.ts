import { dirname } from 'node:path'

/** Files no test imports, and the tests that read them. */
const READERS: ReadonlyArray<{ files: RegExp; test: string }> = [
  { files: /\.md$|^package\.json$|^\.github\//, test: 'scripts/docs.test.ts' },
  { files: /^server\/migrations\//, test: 'scripts/record-migrations.test.ts' },
]
/** Tests of `web/ui` need a browser. */
const TEST = /(?<!\.browser)\.test\.(ts|tsx|js)$/

interface Edge {
  from: string
  to: string
}

/**
 * Tests that changed files reach through imports, nearest first: changed tests, tests in the folder of a changed
 * file, then by the number of imports between. Files are paths below the root.
 */
export function affectedTests(
  changed: readonly string[],
  edges: readonly Edge[],
  paths: readonly string[],
): string[] {
  const tests = new Set(paths.filter((path) => TEST.test(path)))
  const folders = new Set(changed.map(dirname))
  const distances = distancesFrom(changed, edges)
  for (const { files, test } of READERS) {
    if (tests.has(test) && changed.some((path) => files.test(path))) distances.set(test, 0)
  }
  const rank = (test: string, distance: number) => {
    if (distance === 0) return 0
    return folders.has(dirname(test)) ? 0.5 : distance
  }
  return [...distances]
    .filter(([path]) => tests.has(path))
    .map(([path, distance]) => ({ path, rank: rank(path, distance) }))
    .sort((a, b) => a.rank - b.rank || a.path.localeCompare(b.path))
    .map(({ path }) => path)
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
