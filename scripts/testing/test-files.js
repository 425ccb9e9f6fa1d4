import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files that start browsers, programs or databases, or try many inputs: Vitest starts with them. */
export const LONG_FILES = new RegExp(
  [
    '\\.e2e\\.ts$',
    'server/app/(access-matrix|fifth-list-type|memory|naughty-strings|several-processes|backup/)',
    'kill|outage|embedded-postgres|queue\\.test|main\\.test|open-data|wallet-property|autopilot-months',
    'corpus/(import-|same-places|area/corpus-areas)',
    'cli/(domain-search|local-program|commands/(audit|backup))',
    'ai-training/(hostile-html|files/files)|ai-text\\.test|waterfall-quote|lead-imports\\.test|domain-search-faults',
  ].join('|'),
)

/** What shows in a test's text that it needs the built web app: it asks for a page, or checks that it is built. */
const SHOWS_PAGES = /accept: 'text\/html|\/(open-pages|run-doctor)\.ts'/

const testsIn = (root) =>
  ['server', 'cli', 'scripts', 'bench', 'e2e'].flatMap((tree) =>
    readdirSync(join(root, tree), { recursive: true })
      .filter((path) => /\.(test|soak|e2e)\.(ts|js)$/.test(path))
      .map((path) => join(root, tree, path)),
  )

/**
 * Whether a test run needs the built web app: for journeys, and for tests whose text says so.
 * @param {string} root folder of the project
 * @param {string[]} filters parts of paths, as Vitest takes them; none: all tests
 */
export function needsWebApp(root, filters) {
  if (filters.length === 0) return true
  const parts = filters.map((filter) => filter.replace(/^\.\//, ''))
  return testsIn(root)
    .filter((file) => parts.some((part) => file.includes(part)))
    .some(showsPages)
}

const showsPages = (file) => file.endsWith('.e2e.ts') || SHOWS_PAGES.test(readFileSync(file, 'utf8'))

/** Whether a test takes seconds and needs neither a browser nor the built web app. */
export const isQuickTest = (root, path) =>
  /(?<!\.browser)\.test\.(ts|tsx|js)$/.test(path) && !LONG_FILES.test(path) && !showsPages(join(root, path))

/**
 * The words after `npm test --`.
 * @param {string[]} words
 * @returns {{ soak: boolean, only: boolean, filters: string[] }} `only`: without type checks and lint
 */
export function readWords(words) {
  const [soak, only] = ['--soak', '--only'].map((name) => words.includes(name))
  return { soak, only, filters: words.filter((word) => word !== '--soak' && word !== '--only') }
}
