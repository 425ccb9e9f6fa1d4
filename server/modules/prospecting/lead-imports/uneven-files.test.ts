import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { leadImportRejected } from '#contract/prospecting/lead-imports.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { leadFiles } from '#server/testing/lead-files.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { makeXlsx } from '#server/testing/xlsx-file.ts'

let t: TestApp
let origin: string
let user: TestUser
const files = () =>
  leadFiles(
    t,
    () => origin,
    () => user,
  )
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
beforeEach(async () => {
  user = await t.account({ credits: 10 })
})
afterAll(() => t.close())

async function read(file: Buffer | string) {
  const done = await files().imported(file, { new_fields: 'make' })
  const body = { sort: 'added_at' } as never
  const { data } = (await t.call(leads, { params: { type: 'people', id: done.listId }, body }, user)).body
  const rows = data.toSorted((a, b) => a.id - b.id).map(({ values }) => values)
  return { ...done, rows }
}
async function rejectedIn(runId: number) {
  const ticket = (await t.call(leadImportRejected, { params: { run_id: runId } }, user)).body.data
  const text = await (await fetch(`${origin}${ticket.url}`)).text()
  return parse(text, { columns: true, bom: true }) as Record<string, string>[]
}

it('one broken byte rejects its row, with its cells, and leaves the letters of the others', async () => {
  const text =
    'Name,Company,Email\nJörg Küll,Bäcker,jk@acorn.example\nJosX Rey,Café,jr@acorn.example\nŠára Nová,Žal,sn@acorn.example\n'
  const bytes = Buffer.from(text)
  bytes[bytes.indexOf('X')] = 0xe9
  const { rows, run, counts } = await read(bytes)
  expect(counts).toEqual({ imported: 2, merged: 0, rejected: 1 })
  expect(rows.map(({ name }) => name)).toEqual(['Jörg Küll', 'Šára Nová'])
  expect(await rejectedIn(run.id)).toMatchObject([
    { row: '3', reason: expect.stringContaining('not valid UTF-8'), Email: 'jr@acorn.example' },
  ])
})

it('a whole file in Windows-1252 stays one', async () => {
  const { rows } = await read(Buffer.from('Name,Email\nJ\xf6rg K\xfcll,jk@acorn.example\n', 'latin1'))
  expect(rows).toMatchObject([{ name: 'Jörg Küll' }])
})

it('rows may lack empty cells at their end, or have more', async () => {
  const file = `First Name,Last Name,Company,E-mail,City,Notes
Finn,Oak,Oak Ltd,f@oak.example,Leeds,note
Gia,Fen,Fen Ltd,g@fen.example
Hal,Ivy,Ivy Ltd,h@ivy.example,Leeds,note,,
Ina,Jay,Jay Ltd,i@jay.example,Leeds,note,more
Report of Monday
`
  const { counts, rows, run } = await read(file)
  expect(counts).toEqual({ imported: 3, merged: 0, rejected: 2 })
  expect(rows.map(({ email }) => email)).toEqual(['f@oak.example', 'g@fen.example', 'h@ivy.example'])
  expect(await rejectedIn(run.id)).toMatchObject([
    { row: '5', reason: '7 cells where the header has 6', 'E-mail': 'i@jay.example' },
    { row: '6', 'First Name': 'Report of Monday' },
  ])
})

it.each([
  [
    'many commas in a cell',
    'Name;Email;Notes\nAnn;a@oak.example;a, b, c, d, e, f, g, h, i\nBo;b@oak.example;x\n',
  ],
  [
    'a long line inside quotes',
    'Name,Email,Notes\nAnn,a@oak.example,"Monday.\nprint, web, film, radio, posters, flyers, stands\nend"\nBo,b@oak.example,x\n',
  ],
  [
    'blanks before quotes',
    '"Name", "Email", "Notes"\n"Ann", "a@oak.example", "x, y"\n"Bo", "b@oak.example", "z"\n',
  ],
])('with %s, the first line is the header', async (_what, file) => {
  const { rows, counts } = await read(file)
  expect(counts).toEqual({ imported: 2, merged: 0, rejected: 0 })
  expect(rows).toMatchObject([
    { name: 'Ann', email: 'a@oak.example', cf_notes: expect.stringMatching(/[hy]|end/) },
    { name: 'Bo', email: 'b@oak.example' },
  ])
})

it('a workbook may use any prefix for its namespaces, and its texts have phonetic hints', async () => {
  const cell = (text: string, aside = '') => `<c t="inlineStr"><is><t>${text}</t>${aside}</is></c>`
  const rows = [
    `<row>${cell('Name')}${cell('Email')}</row>`,
    `<row>${cell('花子', '<rPh sb="0" eb="2"><t>ハナコ</t></rPh>')}${cell('h@oak.example')}</row>`,
  ]
  const book = makeXlsx([['x']], {
    'xl/workbook.xml':
      '<workbook xmlns:ns1="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" ns1:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
  expect((await read(book)).rows).toMatchObject([{ name: '花子', email: 'h@oak.example' }])
})
