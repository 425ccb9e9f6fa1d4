import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteSettings } from '#contract/branding/sites.ts'
import { createUpload, exportList, showUpload } from '#contract/core/files.ts'
import { logAppError } from '#contract/core/system.ts'
import { categories, places } from '#contract/core/vocabulary.ts'
import { login } from '#contract/identity/auth.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList, lists, renameList, showList } from '#contract/leads/lists.ts'
import { countSearch, createQuote } from '#contract/prospecting/searches.ts'
import { startImport } from '#contract/sources/corpus.ts'
import { openSheet } from '#server/platform/xlsx/read-xlsx.ts'
import { cellText } from '#server/platform/xlsx/write-xlsx.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { openData } from '#server/testing/open-data.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const file = openData('security/blns/blns.json')
/** A few of our own for a plain clone, which has no collection. */
const OWN = [
  'null',
  '\u202eright to left',
  '👩‍👩‍👧‍👦',
  `'"\\%_$1{{x}}<b>`,
  '$&$`',
  'a\nb\tc',
  '\u0000',
  '\ufeff',
  ' ',
  'İıſΣς',
  '‮',
  '1e309',
]
const COLLECTION: string[] = file ? JSON.parse(readFileSync(file, 'utf8')) : []

/** What a stored text must come back as; null: it cannot be stored and is refused. */
function kept(text: string, max: number): string | null {
  const trimmed = text.trim()
  const storable = trimmed !== '' && !text.includes('\u0000') && text.isWellFormed()
  return storable && [...trimmed].length <= max ? trimmed : null
}

const WORKERS = 4
/** Runs through strings, a few at a time; `worker` is the one at work. */
async function inTurn(
  strings: string[],
  work: (text: string, index: number, worker: number) => Promise<void>,
): Promise<void> {
  const waiting = strings.entries()
  const run = async (worker: number) => {
    for (const [index, text] of waiting) await work(text, index, worker)
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => run(worker)))
}

let t: TestApp
let user: TestUser
let listId: number
let strings: string[]

const each = (work: (text: string, index: number, worker: number) => Promise<void>) => inTurn(strings, work)

function testKept(): void {
  it('round-trip through the name of a list', async () => {
    const lists = await Promise.all(Array.from({ length: WORKERS }, () => seedList(t, user)))
    await each(async (name, _index, worker) => {
      const params = { id: lists[worker]?.id as number }
      const expected = kept(name, 200)
      const renamed = await t.call(renameList, { params, body: { name } }, user)
      expect([name, renamed.status]).toEqual([name, expected === null ? 422 : 200])
      if (expected !== null) expect(renamed.body.data.name).toBe(expected)
    })
  })

  it('round-trip through a new list, its search and its export', async () => {
    for (const name of [...OWN, ...strings.filter((_text, index) => index % 12 === 0)]) {
      const search = { source: 'sample', keywords: name }
      const made = await t.call(createList, { body: { name, type: 'people', search, limit: 1 } }, user)
      const expected = kept(name, 200)
      expect([name, made.status]).toEqual([name, expected === null ? 422 : 201])
      if (expected === null) continue
      const params = { id: made.body.data.id }
      const shown = (await t.call(showList, { params }, user)).body.data
      expect([shown.name, shown.search?.keywords]).toEqual([expected, expected])
      expect((await t.call(exportList, { body: { list_id: params.id } }, user)).status).toBe(201)
    }
  })

  it('round-trip through the name of an upload', async () => {
    await each(async (name) => {
      const expected = kept(name, 255)
      const started = await t.call(createUpload, { body: { name, size: 1 } }, user)
      expect([name, started.status]).toEqual([name, expected === null ? 422 : 201])
      if (expected === null) return
      const params = { id: started.body.data.id }
      const shown = await t.call(showUpload, { params }, user)
      expect(shown.body.data.name).toBe(expected)
      // Only so many may be under way.
      await t.app.database.db.updateTable('upload').set({ received: 1 }).where('id', '=', params.id).execute()
    })
  })

  it('are accepted as error reports, stored without personal data', async () => {
    await each(async (text, index) => {
      const body = { message: `m${text}`, err: text, info: text }
      const from = `192.0.2.${index % 250}`
      const { status } = await t.call(logAppError, { body }, null, { from })
      expect([text, status]).toEqual([text, kept(`m${text}`, 4000) === null ? 422 : 200])
    })
    const sum = sql<number>`sum(occurrences)::int`.as('all')
    const { all } = await t.app.database.db
      .selectFrom('app_error_group')
      .select(sum)
      .executeTakeFirstOrThrow()
    expect(all).toBe(strings.filter((text) => kept(`m${text}`, 4000) !== null).length)
  })
}

/** Rows of a workbook, by the reader that imports use. */
async function rowsOf(bytes: Buffer): Promise<string[][]> {
  const read = (start = 0, end = bytes.length) => Readable.from([bytes.subarray(start, end)])
  const rows: string[][] = []
  const sheet = await openSheet({ size: bytes.length, read })
  for await (const part of sheet.rows()) rows.push(...part.rows.map(({ cells }) => cells))
  return rows
}

function testWorkbook(): void {
  it('round-trip through an exported workbook', async () => {
    const origin = await t.listen()
    const valid = strings.filter((text) => text !== '' && !text.includes('\u0000') && text.isWellFormed())
    const named = valid.map((name, at) => ({ values: { name, city: `no ${at}` } }))
    const list = await seedList(t, user, { leads: named })
    const columns = ['city', 'name', 'country']
    const body = {
      list_id: list.id,
      columns,
      headers: { name: 'Na_x0041_me' },
      headings: 'fields' as const,
      format: 'xlsx' as const,
    }
    const ticket = await t.call(exportList, { body }, user)
    const file = await fetch(`${origin}${new URL(ticket.body.data.url, origin).pathname}`)
    const [header, ...rows] = await rowsOf(Buffer.from(await file.arrayBuffer()))
    expect(header).toEqual(['city', 'Na_x0041_me', 'country'])
    expect(rows.map(([city, name = '']) => [city, name])).toEqual(
      valid.map((name, at) => [`no ${at}`, cellText(name)]),
    )
  })
}

function testOnlyText(): void {
  it('are plain text in searches within the product', async () => {
    const params = { type: 'local', id: listId } as const
    const lookUp = async (q: string) => [
      await t.call(categories, { query: { q } }, user),
      await t.call(places, { query: { q } }, user),
    ]
    await each(async (text, index) => {
      const rule = { field: 'name', operator: 'like', value: text } as const
      const or = [rule, { ...rule, field: 'first_name', value: [text] }]
      const answers = [
        await t.call(leads, { params, body: { search: text } }, user),
        await t.call(leads, { params, body: { custom_search: [rule], filter: { or } } }, user),
        await t.call(leads, { params, body: { sort: text } }, user),
        await t.call(lists, { query: { search: text } }, user),
        ...(index % 4 === 0 ? await lookUp(text) : []),
      ]
      for (const { status, error } of answers)
        expect([text, error.message, [200, 422]]).toEqual([
          text,
          error.message,
          expect.arrayContaining([status]),
        ])
    })
  })

  it('are plain text in lead searches, sign-in and branding', async () => {
    await each(async (text, index) => {
      const near = { category: text, keywords: text, near: text }
      const counted = await t.call(countSearch, { body: { type: 'local', search: near } }, user)
      const quoted = await t.call(createQuote, { body: { type: 'local', search: { keywords: text } } }, user)
      const branded = await t.call(siteSettings, { body: { domain: text } })
      expect([text, [200, 201, 422]]).toEqual([
        text,
        expect.arrayContaining([counted.status, quoted.status, branded.status]),
      ])
      // Each costs a real look at a password.
      if (index % 25 !== 0) return
      const tried = await t.call(login, { body: { email: text, password: `${text}123456` } }, null, {
        from: '192.0.2.1',
      })
      expect([text, [401, 422]]).toEqual([text, expect.arrayContaining([tried.status])])
    })
  })

  it('are refused or stored as source and licence of an import', async () => {
    const admin = await t.admin()
    const body = { upload_id: 'not-there', source: 'x', licence: 'x' }
    await each(async (text) => {
      for (const field of Object.keys(body)) {
        const { status } = await t.call(startImport, { body: { ...body, [field]: text } }, admin)
        expect([text, [404, 422]]).toEqual([text, expect.arrayContaining([status])])
      }
    })
  })
}

/** Every text field with strings of the collection: each of them, or some. */
export function testNaughtyStrings(every: number): void {
  beforeAll(async () => {
    t = await testApp({ roles: ['web'] })
    user = await t.account()
    listId = (await seedList(t, user)).id
    strings = [...OWN, ...COLLECTION.filter((_text, index) => index % every === 0)]
  })
  afterAll(() => t.close())

  describe('naughty strings', () => {
    it('are complete', () => {
      expect(strings.length).toBeGreaterThan(file ? 500 / every : 10)
    })
    testKept()
    testWorkbook()
    testOnlyText()
  })
}
