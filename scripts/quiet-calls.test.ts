import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** A call, or a form, that keeps the message of its reply to itself. */
const QUIET = /\bquiet: (true|'message')|\bconst quiet = true|^\s+quiet$/m
/** The comment beside it. */
const SHOWN_INSTEAD = /^\s*\/\/ Shown instead: \S/m

test('a comment beside a quiet call says what is shown instead of its message', () => {
  const files = readdirSync(join(ROOT, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.startsWith('dist'))
    .map((name) => ({ name, text: readFileSync(join(ROOT, 'web', name), 'utf8') }))
  const having = (pattern: RegExp) =>
    files.filter(({ text }) => pattern.test(text)).map(({ name }) => `web/${name}`)
  const quiet = having(QUIET)
  expect(quiet.length).toBeGreaterThan(10)
  expect(having(SHOWN_INSTEAD), 'a line “// Shown instead: …” above the call (ADR 0022)').toEqual(quiet)
})
