import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DECISION = 'docs/adr/0022-where-messages-are-said.md'
/** A call, or a form, that keeps the message of its reply to itself. */
const QUIET = /\bquiet: (true|'message')|\bconst quiet = true|^\s+quiet$/m

const sources = (): string[] =>
  readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('dist'))
    .map((name) => `web/${name}`)

test('the decision says where a message appears when it is not a toast', () => {
  const quiet = sources().filter((name) => QUIET.test(readFileSync(join(ROOT, name), 'utf8')))
  const decided = [...readFileSync(join(ROOT, DECISION), 'utf8').matchAll(/^\| `(web\/.+?)` \| .+ \|$/gm)]
  expect(quiet.length).toBeGreaterThan(10)
  expect(decided.map(([, name]) => name).sort()).toEqual(quiet.sort())
})
