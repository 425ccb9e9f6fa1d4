import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listPagePaths } from './pages-plugin.ts'

const root = join(import.meta.dirname, '..')
const SPEC = join(root, '../shared/spec/product-spec.md')
const PAGES = join(root, 'web/app/pages')

const rows = listPagePaths(PAGES)

/** Addresses that the specification writes out, without those that it gives as a list of endings. */
function specified(): string[] {
  const routes = readFileSync(SPEC, 'utf8').split('## 2.')[1]!.split('## 3.')[0]!
  const found = routes.matchAll(
    /^- \/?((?:[a-z]+(?:-[a-z]+)*\/)*[a-z]+(?:-[a-z]+)*(?:\/\{[^}]+\}(?:-\{id\})?)*)/gm,
  )
  return [...found].map(([, path]) => `/${path}`)
}

test('every page of the specification has a row', ({ skip }) => {
  if (!existsSync(SPEC)) skip('the specification is not on this machine')
  const inside = ['', '/whitelabel', '/admin']
  const missing = specified().filter((path) => !inside.some((start) => rows.includes(start + path)))
  expect(rows.length).toBeGreaterThan(100)
  expect(specified().length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
