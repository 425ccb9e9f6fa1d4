import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = dirname(import.meta.dirname)
const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d\.\d\.\d+) \| ([12]) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number, , , here]) => ({
    number: number as string,
    here: here as string,
  }),
)

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are its first ones. */
const SECTIONS: Record<string, number> = {
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
}

it('lists every requirement of the three chapters once, in order', () => {
  const wanted = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(wanted)
})

it('each is met, partly met, not met or not applicable, and what is met has a test or says why not', () => {
  const wrong = rows.filter(
    ({ here }) =>
      !/^(Met|Partly|Not met|Does not apply)\b/.test(here) ||
      (/^(Met|Partly)/.test(here) && !/\.(test|e2e)\.tsx?`: |(without a|no) test of its own/.test(here)),
  )
  expect(wrong).toEqual([])
  expect(rows.filter(({ here }) => /\.(test|e2e)\.tsx?`: /.test(here)).length).toBeGreaterThan(40)
})

it('the tests it names exist under these names', () => {
  const named = rows.flatMap(({ number, here }) =>
    [...here.matchAll(/`([\w/.-]+\.(?:test|e2e)\.tsx?)`: (.+?)(?=\. [A-Z]\w+: `|$)/g)].map(
      ([, file, name]) => ({
        number,
        file: file as string,
        name: name as string,
      }),
    ),
  )
  const missing = named.filter(({ file, name }) => {
    const path = join(root, file)
    return (
      !existsSync(path) ||
      !new RegExp(`['"\`]${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`).test(readFileSync(path, 'utf8'))
    )
  })
  expect(named.length).toBeGreaterThan(40)
  expect(missing).toEqual([])
})
