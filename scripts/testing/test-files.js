import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files that start browsers, programs or databases, or try many inputs: Vitest starts with them. */
export const LONG_FILES = new RegExp(
  [
    '\\.e2e\\.ts$',
    'server/app/(access-matrix|fifth-list-type|memory|naughty-strings|several-processes|backup/)',
    'kill|outage|embedded-postgres|queue\\.test|main\\.test|open-data|wallet-property|autopilot-months',
    'corpus/(import-|same-places|area/corpus-areas)',
    'cli/(domain-search|commands/(audit|backup))',
    'ai-training/(hostile-html|files/files)|ai-text\\.test|waterfall-quote|lead-imports\\.test|domain-search-faults',
  ].join('|'),
)

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
