import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files that start browsers, programs or databases, or try many inputs: Vitest starts with them. */
export const LONG_FILES =
  /\.e2e\.ts$|kill|outage|embedded-postgres|queue\.test|access-matrix|naughty|main\.test|open-data/

/** Tests outside e2e that need the built web app. */
const SHOWS_PAGES = ['server/app/page-policy.test.ts', 'server/app/watch/watch.test.ts']

/**
 * Whether a test run needs the built web app.
 * @param {string} root folder of the project
 * @param {string[]} filters parts of paths, as Vitest takes them; none: all tests
 */
export function needsWebApp(root, filters) {
  if (filters.length === 0) return true
  const parts = filters.map((filter) => filter.replace(/^\.\//, ''))
  const journeys = readdirSync(join(root, 'e2e')).map((name) => `e2e/${name}`)
  return [...journeys, ...SHOWS_PAGES].some((file) => parts.some((part) => join(root, file).includes(part)))
}
