import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = dirname(import.meta.dirname)
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** What the documents and the doctor say that the log has: words that people search for. */
function namedLines(): [place: string, line: string][] {
  const inDocs = globSync('docs/**/*.md', { cwd: root }).flatMap((path) =>
    [
      ...read(path).matchAll(
        /\b(?:the log (?:says|has)|the line|in the log as|logged as) [`*“]([^`*”]+ [^`*”]+)[`*”]/gi,
      ),
    ].map((match) => [path, match[1] as string] as [string, string]),
  )
  const inCode = globSync('server/**/*.ts', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) =>
      [...read(path).matchAll(/“([^”]+ [^”]+)” in the log/g)].map(
        (match) => [path, match[1] as string] as [string, string],
      ),
    )
  return [...inDocs, ...inCode]
}

it('lines of the log that are named somewhere are written by the program', () => {
  const code = globSync('server/**/*.ts', { cwd: root })
    .filter((path) => !path.includes('.test.'))
    .map(read)
    .join('\n')
  const named = namedLines()
  expect(named.length).toBeGreaterThan(3)
  const missing = named.filter(([, line]) => !code.includes(`'${line}`) && !code.includes(`\`${line}`))
  expect(missing).toEqual([])
})
