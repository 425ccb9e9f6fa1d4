import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { countSearch } from '#contract/prospecting/searches.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { ended, httpCall, startedImport } from '#server/testing/http-call.ts'
import { openData } from '#server/testing/open-data.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let admin: TestUser
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
  admin = await t.admin()
})
afterAll(() => t.close())

const call = httpCall(() => origin)

async function imported(file: string | Buffer, source: string, more: object = {}) {
  const started = await startedImport(origin, admin, file, { source, kind: 'people', ...more })
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  return ended(call, started.body.data.id, admin)
}

const search = (more: object) => ({ type: 'people' as const, search: { source: 'corpus', ...more } })

async function countOf(user: TestUser, more: object) {
  const answer = await t.call(countSearch, { body: search(more) }, user)
  expect(answer.status, JSON.stringify(answer.error)).toBe(200)
  return answer.body.data
}

async function bought(user: TestUser, name: string, more: object, request: object = {}) {
  const made = await t.call(createList, { body: { name, ...search(more), ...request } }, user)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  const { id, run } = made.body.data
  return { id, run: await ended(call, run.id, user) }
}

const PEOPLE = openData('people/cncf-maintainers/people.csv')
const MAINTAINERS = openData('people/cncf-maintainers/project-maintainers.csv')

describe.skipIf(PEOPLE === null || MAINTAINERS === null)(
  'real maintainers (needs the open test data)',
  () => {
    /** Splits the file without the product's own reader. */
    const rowsOf = (path: string): Record<string, string>[] => {
      const [head, ...lines] = readFileSync(path, 'utf8').split(/\r?\n/).filter(Boolean)
      const cells = (line: string) =>
        [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/g)].map(([, cell = '']) =>
          cell.replace(/^"|"$/g, '').trim(),
        )
      const names = cells(head as string)
      return lines.map((line) => Object.fromEntries(cells(line).map((cell, at) => [names[at] ?? '', cell])))
    }
    const plain = (text = '') =>
      text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
    const bare = (company = '') => plain(company).replace(/ (inc|ltd|llc|gmbh|corp|co|ag|bv|b v|ab)$/, '')
    const rows = PEOPLE ? rowsOf(PEOPLE) : []
    // The last row of a person counts.
    const persons = [
      ...new Map(
        rows.map((row) => [`${plain(row.name)}|${bare(row.company) || row.github_url}`, row]),
      ).values(),
    ]
    let user: TestUser

    beforeAll(async () => {
      user = await t.account({ credits: 10_000 })
      const run = await imported(readFileSync(PEOPLE as string), 'maintainers', { licence: 'CC BY 4.0' })
      expect(run.counts).toMatchObject({
        imported: persons.length,
        updated: rows.length - persons.length,
        rejected: 0,
      })
    })

    it('are all found', async () => {
      expect((await countOf(user, { position: 'maintainer' })).matched).toBe(persons.length)
    })

    it.each(['Red Hat', 'google', 'CHAINGUARD INC.', 'Solo.io', 'G-Research', 'IBM'])(
      'of %s are found',
      async (company) => {
        // "RedHat" is Red Hat.
        const glued = bare(company).replaceAll(' ', '')
        const expected = persons.filter(
          (row) =>
            ` ${bare(row.company)} `.includes(` ${bare(company)} `) ||
            bare(row.company).replaceAll(' ', '') === glued,
        )
        expect(expected.length).toBeGreaterThan(1)
        expect((await countOf(user, { company })).matched).toBe(expected.length)
      },
    )

    it.each(['garcia', 'marcinski', '徐俊杰'])('named %s are found', async (name) => {
      const expected = persons.filter((row) => plain(`${row.name} ${row.company}`).includes(name))
      expect(expected.length).toBeGreaterThan(0)
      expect((await countOf(user, { keywords: name, position: 'maintainer' })).matched).toBe(expected.length)
    })

    it('are delivered at their price, each with source, licence and record', async () => {
      const expected = persons.filter((row) => ` ${bare(row.company)} `.includes(' suse '))
      const { id, run } = await bought(user, 'Chameleons', { company: 'SUSE' })
      expect(run).toMatchObject({ cost: 3 * expected.length, counts: { delivered: expected.length } })
      const page = await t.call(leads, { params: { type: 'people', id }, body: { limit: 100 } }, user)
      const names = page.body.data.map(({ values }) => String(values.name))
      expect(names.toSorted()).toEqual(expected.map(({ name }) => name).toSorted())
      const { rows: origins } = await sql<{ provenance: { default: object } }>`
        select provenance from lead where list_id = ${id} limit 1`.execute(t.app.database.db)
      expect(origins[0]?.provenance.default).toMatchObject({ source: 'maintainers', licence: 'CC BY 4.0' })
    })

    it("come with their authors' header", async () => {
      const run = await imported(readFileSync(MAINTAINERS as string), 'as published')
      // One row has an account on GitHub and no name.
      expect(run.counts.rejected).toBe(1)
      expect((run.counts.imported ?? 0) + (run.counts.updated ?? 0)).toBe(rows.length)
      const { rows: found } = await sql<{
        n: number
      }>`select count(*)::int as n from corpus_person p join corpus_source s on s.id = p.source_id
       where s.name = 'as published' and github_url like 'https://github.com/%'`.execute(t.app.database.db)
      expect(found[0]?.n).toBeGreaterThan(persons.length * 0.95)
    })
  },
)
