import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { exportList } from '#contract/core/files.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import {
  corpusSources,
  previewImport,
  rejectedFile,
  rejectedRows,
  startImport,
} from '#contract/sources/corpus.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { generatedPlaces } from '#server/testing/generated-places.ts'
import { ended, httpCall, startedImport, upload } from '#server/testing/http-call.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let origin: string
let admin: TestUser
const call = httpCall(() => origin)
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
  admin = await t.admin()
})
afterAll(() => t.close())

let number = 0
const newSource = () => {
  number += 1
  return `source ${number}`
}

/** Rows of two batches. */
const MORE_THAN_A_BATCH = 2100

type Settings = Parameters<typeof startedImport>[3]

async function imported(file: string | Buffer, settings: Settings = {}) {
  const source = settings.source ?? newSource()
  const answer = await startedImport(origin, admin, file, { ...settings, source })
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  const run = await ended(call, answer.body.data.id, admin)
  const rejected = await call(rejectedRows, { params: { run_id: run.id } }, admin)
  return { run, source, rejected: rejected.body.data }
}

/** The error of a file that is refused before any row is read. */
async function refusal(file: string | Buffer, settings: Settings = {}) {
  const answer = await startedImport(origin, admin, file, { source: newSource(), ...settings })
  return { status: answer.status, ...answer.error }
}

/** Names in the corpus, found by a word they share. */
async function names(word: string): Promise<string[]> {
  const user = await t.account()
  const search = { keywords: word }
  const made = await call(createList, { body: { name: 'Found', type: 'local', search } }, user)
  await ended(call, made.body.data.run.id, user)
  const page = await call(
    leads,
    { params: { type: 'local', id: made.body.data.id }, body: { limit: 200, sort: 'name' } },
    user,
  )
  return page.body.data.map((lead) => String(lead.values.name))
}

describe('unreadable rows', () => {
  it('are rejected with line and reason, and the others are imported', async () => {
    const file = [
      'id,name,lat,lon',
      'a,Ragged Ape,1,1',
      'b,too short',
      'c,too,long,for,this',
      'd,"never closed,1,1',
      'e,Ragged Eel,1,1',
      'f,a st"ray quote,1,1',
      ',no id,1,1',
      'h,,1,1',
      'i,Ragged Imp,north,1',
      'j,Ragged Jay,91,1',
      'k,Ragged Kea,,',
    ].join('\r\n')
    const { run, rejected } = await imported(file)
    expect(rejected).toEqual([
      { line: 3, reason: '2 cells where the header has 4' },
      { line: 4, reason: '5 cells where the header has 4' },
      { line: 5, reason: 'text follows a closing quote' },
      { line: 8, reason: 'no id: every row needs a text that identifies it' },
      { line: 9, reason: 'no name' },
      { line: 10, reason: 'lat "north" is not a number: expected degrees between -90 and 90' },
      { line: 11, reason: 'lat "91" is out of range: expected degrees between -90 and 90' },
    ])
    expect(run.counts).toEqual({ imported: 4, updated: 0, unchanged: 0, rejected: 7 })
    expect(await names('ragged')).toEqual(['Ragged Ape', 'Ragged Eel', 'Ragged Kea'])
  })

  it('include records of more than a megabyte; a NUL is dropped', async () => {
    const file = `id,name\r\n1,Huge One\r\n2,${'x'.repeat(1_100_000)}\r\n3,"with\nlines"\r\n4,Nul\0l\r\n5,Huge Five\r\n`
    const { run, rejected } = await imported(file)
    expect(run).toMatchObject({
      state: 'succeeded',
      counts: { imported: 4, updated: 0, unchanged: 0, rejected: 1 },
    })
    expect(rejected).toEqual([{ line: 3, reason: expect.stringMatching(/1,000,000|longer|too long/) }])
    expect(await names('null')).toEqual(['Null'])
    expect(await names('huge')).toEqual(['Huge Five', 'Huge One'])
  })

  it('are available as a list and a file', async () => {
    const bad = Array.from({ length: 450 }, (_, index) => `${index}`)
    const { run, rejected } = await imported(`id,name\n${bad.join('\n')}\nlast,Last\n`)
    expect(run.counts).toEqual({ imported: 1, updated: 0, unchanged: 0, rejected: 450 })
    expect(rejected).toHaveLength(200)
    const params = { run_id: run.id }
    expect((await call(rejectedRows, { params }, admin)).body.total).toBe(450)
    const ticket = (await call(rejectedFile, { params }, admin)).body.data
    expect(ticket).toMatchObject({ total: 450, filename: `rejected-${run.id}.csv` })
    const file = await fetch(`${origin}${ticket.url}`)
    expect(file.headers.get('content-disposition')).toContain(ticket.filename)
    const rows: { line: string; reason: string }[] = parse(await file.text(), { columns: true })
    expect(rows.map((row) => Number(row.line))).toEqual(bad.map((_, index) => index + 2))
    expect(new Set(rows.map((row) => row.reason))).toEqual(new Set(['1 cell where the header has 2']))
    expect((await fetch(`${origin}${ticket.url}`)).status).toBe(404)
  })
})

describe('categories', () => {
  const previewed = async (file: string) => {
    const body = { upload_id: await upload(origin, admin, file) }
    return (await call(previewImport, { body }, admin)).body.data
  }

  it('that are not known are named before the import and counted after it', async () => {
    const file =
      'id,name,category\n1,Ale One,Brewery\n2,Odd Two,Zorbling hall\n3,None Three,\n4,Odd Four,Zorbling hall\n'
    expect(await previewed(file)).toMatchObject({
      unknown_categories: ['Zorbling hall'],
      suggested_category: null,
    })
    const { run } = await imported(file)
    expect(run.counts).toMatchObject({ imported: 4, unknown_category: 2 })
    expect((await imported(file, { category: 'Brewery' })).run.counts).not.toHaveProperty('unknown_category')
  })

  it('are proposed from the names where the file has none', async () => {
    const names = ['Acorn Brewery', 'Birch Brewing Company', 'Ebb and Flow', 'Brewery Cedar']
    const rows = names.map((name, at) => `${at},${name}`).join('\n')
    const brewery = { id: 'craft/brewery', label: expect.any(String) }
    expect(await previewed(`id,name\n${rows}\n`)).toMatchObject({
      unknown_categories: [],
      suggested_category: brewery,
    })
    const mixed = ['Acorn Brewery', 'Hotel Birch', 'Ebb and Flow', 'Dock Ten']
    const others = mixed.map((name, at) => `${at},${name}`).join('\n')
    expect((await previewed(`id,name\n${others}\n`)).suggested_category).toBeNull()
  })
})

describe('encodings', () => {
  const text = 'id,name,city\r\n1,Encoded Café,Zürich\r\n2,Encoded plain,Bern\r\n'
  const latin1 = Buffer.from(text, 'latin1')

  it('reject only the unreadable rows of a file in another encoding, which say what to do', async () => {
    const { run, rejected } = await imported(latin1)
    expect(run.counts).toEqual({ imported: 1, updated: 0, unchanged: 0, rejected: 1 })
    expect(rejected).toEqual([{ line: 2, reason: "not valid UTF-8: say the file's encoding" }])
  })

  it.each(['latin1', 'windows-1252', 'ISO-8859-1'])('%s is used when given', async (encoding) => {
    const { run } = await imported(latin1, { encoding })
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 0 })
    expect(await names('encoded café')).toContain('Encoded Café')
  })

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 little-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 big-endian with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
  ])('%s is detected', async (_what, file) => {
    const { run, rejected } = await imported(file)
    expect(rejected).toEqual([])
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 0 })
  })

  it('an unknown one is refused with examples', async () => {
    const answer = await refusal(text, { encoding: 'klingon' })
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(answer.message).toMatch(/klingon.*utf-8/s)
  })
})

describe('delimiters', () => {
  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('%s are detected', async (_what, delimiter) => {
    const file = 'id,name,city\n1,Delimited One,Bath\n2,Delimited Two,Ulm\n'.replaceAll(',', delimiter)
    const { run } = await imported(file)
    expect(run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 0 })
  })
})

it('a column without a name is called by its number', async () => {
  const { run } = await imported('id,,name\nunnamed-1,a,One\n')
  expect(run.counts).toMatchObject({ imported: 1, rejected: 0 })
})

describe('a file that is not a table of places', () => {
  it.each([
    ['white space', '\n\n  \n', 'The file is empty. Its first line must contain the column names.'],
    ['a doubled header', 'id,name,name\n1,a,b\n', 'The header names "name" twice (columns 2 and 3).'],
    ['a zip archive', Buffer.from('PK\x03\x04 and so on'), /zip archive/],
    ['an Excel workbook', Buffer.from('PK\x03\x04 [Content_Types].xml'), /spreadsheet.*save it as CSV/],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), /old Excel workbook/],
    ['a gzipped file', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 'This file is gzipped: unpack it first.'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n', 'latin1'), /This is a PDF/],
    ['a Parquet file', Buffer.from('PAR1\x15\x04\x15\x10'), /The Parquet file is truncated or damaged/],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), /This is an image/],
    ['a web page', '<!doctype html>\n<html><body>id,name</body></html>\n', /This is a web page or XML/],
    ['JSON', '[{"id": 1, "name": "One"}]\n', /This is JSON/],
    [
      'ten thousand columns',
      `${Array.from({ length: 10_000 }, (_, at) => `c${at}`).join(',')}\n`,
      'The file has 10000 columns; at most 2000 are read. Remove those that don’t describe places.',
    ],
  ])('is refused with its reason: %s', async (_what, file, message) => {
    const answer = await refusal(file)
    expect(answer).toMatchObject({ status: 422, code: 'validation_failed' })
    expect(answer.message).toMatch(message)
  })

  it('without a required column is refused with its columns', async () => {
    const answer = await refusal('Title,Town\nOne,Bath\n')
    expect(answer).toMatchObject({
      status: 422,
      fields: { 'mapping.id': expect.stringContaining('Title, Town') },
    })
    const mapped = await refusal('Title,Town\nOne,Bath\n', { mapping: { id: 'Title', name: 'Titel' } })
    expect(mapped.fields['mapping.name']).toMatch(/no column "Titel".*Title, Town/)
  })

  it('without bytes is refused before upload', async () => {
    await expect(upload(origin, admin, '')).rejects.toThrow(/validation_failed/)
  })

  it('with only a header imports nothing and says so', async () => {
    const { run } = await imported('id,name\r\n')
    expect(run).toMatchObject({
      state: 'succeeded',
      counts: { imported: 0, updated: 0, unchanged: 0, rejected: 0 },
    })
  })

  it('with an incomplete upload is refused', async () => {
    const { createUpload } = await import('#contract/core/files.ts')
    const made = await call(createUpload, { body: { name: 'half.csv', size: 100 } }, admin)
    const body = { upload_id: made.body.data.id, source: newSource(), licence: 'CC0' }
    expect(await call(startImport, { body }, admin)).toMatchObject({
      status: 409,
      error: { code: 'conflict' },
    })
    expect(await call(previewImport, { body: { upload_id: body.upload_id } }, admin)).toMatchObject({
      status: 409,
    })
  })
})

describe('repeated rows', () => {
  it('update existing places, also under a source name in other case', async () => {
    const source = newSource()
    const first = await imported('id,name\n1,Again One\n2,Again Two\n', { source })
    expect(first.run.counts).toEqual({ imported: 2, updated: 0, unchanged: 0, rejected: 0 })
    const second = await imported('id,name\n2,Again Zwei\n3,Again Three\n', { source: source.toUpperCase() })
    expect(second.run.counts).toEqual({ imported: 1, updated: 1, unchanged: 0, rejected: 0 })
    expect(await names('again')).toEqual(['Again One', 'Again Three', 'Again Zwei'])
    const sources = (await call(corpusSources, {}, admin)).body.data
    expect(sources.filter((item) => item.name.toLowerCase() === source)).toMatchObject([{ places: 3 }])
  })

  it('twice in one file become one place, the last', async () => {
    const { run } = await imported('id,name\n1,Twice Early\n2,Twice Other\n1,Twice Late\n')
    expect(run.counts).toEqual({ imported: 2, updated: 1, unchanged: 0, rejected: 0 })
    expect(await names('twice')).toEqual(['Twice Late', 'Twice Other'])
  })

  it('twice in a file, in two batches, become one place', async () => {
    const middle = generatedPlaces({ rows: 2000, prefix: 'apart' }).toString().split('\r\n')
    const cells = (middle[1] as string).split(',')
    const repeated = [...middle.slice(0, -1), middle[1]].join('\r\n')
    expect(cells.length).toBeGreaterThan(5)
    const { run } = await imported(repeated)
    expect(run.counts).toEqual({ imported: 2000, updated: 1, unchanged: 1, rejected: 0 })
  })
})

describe('a full database disk', () => {
  afterEach(() => sql`drop trigger if exists full_disk on corpus_place`.execute(t.app.database.db))

  it('ends the import with a clear error, shows nothing partial, and works later', async () => {
    const { db } = t.app.database
    await sql`create or replace function refuse_full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      db,
    )
    await sql`create trigger full_disk before insert on corpus_place for each row
      when (new.source_key = 'brim-2050') execute function refuse_full_disk()`.execute(db)
    const file = generatedPlaces({ rows: MORE_THAN_A_BATCH, prefix: 'brim' })
    const { run, source } = await imported(file)
    expect(run).toMatchObject({
      state: 'failed',
      counts: { imported: 0 },
      error: { message: expect.stringMatching(/^The disk of the database is full\. Nothing new was saved/) },
    })
    expect(await names('brim-1')).toEqual([])
    await sql`drop trigger full_disk on corpus_place`.execute(db)
    const { run: repeated } = await imported(file, { source })
    expect(repeated).toMatchObject({ state: 'succeeded', counts: { rejected: 0 } })
    expect(await names('brim-20')).toHaveLength(111)
  })
})

it('two concurrent imports of one source store each place once', async () => {
  const source = newSource()
  const file = generatedPlaces({ rows: MORE_THAN_A_BATCH, prefix: 'both' })
  const [one, two] = await Promise.all([imported(file, { source }), imported(file, { source })])
  const sum = (name: 'imported' | 'updated') => (one.run.counts[name] ?? 0) + (two.run.counts[name] ?? 0)
  expect([sum('imported'), sum('updated')]).toEqual([MORE_THAN_A_BATCH, MORE_THAN_A_BATCH])
  expect(await names('both-20')).toHaveLength(111)
})

it('the same places from another source become the same businesses, at the first attempt', async () => {
  const { db } = t.app.database
  const file = generatedPlaces({ rows: MORE_THAN_A_BATCH, prefix: 'same' })
  await imported(file)
  // Statistics as for one source.
  await sql`analyze`.execute(db)
  const { run } = await imported(file)
  expect(run.counts).toMatchObject({ imported: MORE_THAN_A_BATCH, updated: 0 })
  const { attempt } = await db
    .selectFrom('run')
    .select('attempt')
    .where('id', '=', run.id)
    .where('account_id', '=', admin.accountId)
    .executeTakeFirstOrThrow()
  expect(attempt).toBe(1)
  const { rows } = await sql<{ businesses: number }>`
    select count(distinct entity_key)::int as businesses from corpus_place where source_key like 'same-%'`.execute(
    db,
  )
  expect(rows[0]?.businesses).toBe(MORE_THAN_A_BATCH)
})

describe('cells that a spreadsheet would execute', () => {
  const NASTY = [
    '=1+1',
    '+SUM(A1)',
    '-2+3',
    '@cmd',
    "'=quoted",
    '\tTab',
    '＝wide',
    `=HYPERLINK("http://x.example","a, b")`,
  ]
  const COLUMNS = ['name', 'street', 'city', 'phone', 'website', 'lat', 'lon']

  async function exported(word: string): Promise<string> {
    const user = await t.account()
    const made = await call(
      createList,
      { body: { name: 'Out', type: 'local', search: { keywords: word } } },
      user,
    )
    await ended(call, made.body.data.run.id, user)
    const filters = { sort: 'street' }
    const ticket = await call(
      exportList,
      { body: { list_id: made.body.data.id, columns: COLUMNS, filters, headings: 'fields' } },
      user,
    )
    return (await fetch(`${origin}${ticket.body.data.url}`)).text()
  }

  it('are exported escaped, imported as they were and exported the same', async () => {
    const lines = NASTY.map(
      (name, index) =>
        `${index},"${name.replaceAll('"', '""')} nasty",Street ${index},"${name.replaceAll('"', '""')}",+1 503 555 010${index},1${index}.5,-20.25`,
    )
    await imported(`id,name,street,city,phone,lat,lon\n${lines.join('\n')}\n`, { country: 'US' })
    const first = await exported('nasty')
    const cells: string[][] = parse(first)
    expect(cells).toHaveLength(NASTY.length + 1)
    for (const cell of cells.slice(1).flat())
      if (/^[=+\-@＝\t]/.test(cell)) expect(cell).toMatch(/^[+-]?\d+(\.\d+)?$/)
    // Own export, other source: the street, which is unique here, serves as the id.
    await imported(first.replaceAll(' nasty', ' second'), { mapping: { id: 'street', street: 'street' } })
    const second = await exported('second')
    expect(second.replaceAll(' second', ' nasty')).toBe(first)
  })
})
