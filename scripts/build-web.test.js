import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWeb } from './build-web.js'

let root
const write = (path, text) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const build = () => buildWeb({ root, node: join(root, 'fake-node'), print: () => {} })
const page = () => readFileSync(join(root, 'web/dist/index.html'), 'utf8')

/** Stands in for Node running Vite: "builds" by copying the page to --outDir, or says no. */
const FAKE_NODE = `#!/bin/sh
[ -e fail ] && { echo 'unknown word'; exit 1; }
mkdir -p "$6" && cp web/index.html "$6"
`

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'leadwright-build-'))
  write('node_modules/.keep', '')
  write('web/index.html', 'first')
  write('contract/core/messages.ts', '')
  write('fake-node', FAKE_NODE)
  chmodSync(join(root, 'fake-node'), 0o755)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('the web application is built once, and again only when a source changed', () => {
  expect(build()).toEqual({ built: true })
  expect(page()).toBe('first')
  expect(build()).toEqual({ built: false })
  write('web/app/router.test.ts', 'a test is no source')
  expect(build()).toEqual({ built: false })
  write('contract/core/messages.ts', 'changed')
  expect(build()).toEqual({ built: true })
  write('web/index.html', 'second')
  build()
  expect(page()).toBe('second')
})

test('building the web application keeps the last good build and says why when a build fails', () => {
  build()
  write('web/index.html', 'broken')
  write('fail', '')
  expect(build().error).toContain('unknown word')
  expect(page()).toBe('first')
  rmSync(join(root, 'fail'))
  expect(build()).toEqual({ built: true })
})

test('building the web application does nothing where there is none', () => {
  rmSync(join(root, 'web'), { recursive: true })
  expect(build()).toEqual({ built: false })
  expect(existsSync(join(root, 'web'))).toBe(false)
})
