import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { makeXlsx, makeZip, type SheetCell } from '#server/testing/xlsx-file.ts'
import { openSheet, type SheetRow, type XlsxLimits } from './read-xlsx.ts'
import { XlsxError } from './xlsx-error.ts'

const fileOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: (offset = 0, end = bytes.length) => Readable.from([bytes.subarray(offset, end)]),
})
const LIMITS: XlsxLimits = {
  sheetBytes: 100_000,
  textBytes: 100_000,
  cells: 1000,
  columns: 100,
  rows: 500,
  nodes: 100_000,
}

async function rowsOf(bytes: Buffer, limits?: XlsxLimits): Promise<SheetRow[]> {
  const found: SheetRow[] = []
  for await (const { rows } of (await openSheet(fileOf(bytes), limits)).rows()) found.push(...rows)
  return found
}
const cellsOf = async (...cells: SheetCell[]) => (await rowsOf(makeXlsx([cells])))[0]?.cells
const raw = (xml: string) => ({ xml })

describe('cells of a workbook', () => {
  it('are read as displayed', async () => {
    expect(
      await cellsOf(
        'Café & <Co> 🍺',
        raw('<c t="inlineStr"><is><t>in </t><t>line</t></is></c>'),
        5,
        raw('<c><v>5.0</v></c>'),
        raw('<c><v>1.2345678901E10</v></c>'),
        raw('<c><v>0.30000000000000004</v></c>'),
        raw('<c t="b"><v>1</v></c>'),
        raw('<c t="e"><v>#N/A</v></c>'),
      ),
    ).toEqual(['Café & <Co> 🍺', 'in line', '5', '5', '12345678901', '0.3', 'TRUE', ''])
  })

  it('decode numeric character escapes, and keep text that only resembles them', async () => {
    expect(
      await cellsOf(
        raw('<c t="inlineStr"><is><t>a_x000A_b</t></is></c>'),
        raw('<c t="str"><v>_x005F_x0041_</v></c>'),
        'c_x005F_x000D_d_x0000__x00E9_',
      ),
    ).toEqual(['a\nb', '_x0041_', 'c_x000D_dé'])
  })

  it('keep texts of digits, and show dates as dates', async () => {
    expect(
      await cellsOf(
        '00491234',
        '+15035550123',
        raw('<c s="1"><v>45000</v></c>'),
        raw('<c s="2"><v>45000.5</v></c>'),
      ),
    ).toEqual(['00491234', '+15035550123', '2023-03-15', '2023-03-15 12:00:00'])
  })

  it('of formulas have the stored result; nothing is computed', async () => {
    expect(
      await cellsOf(
        raw('<c><f>1+1</f><v>7</v></c>'),
        raw('<c t="str"><f>WEBSERVICE("http://x")</f><v>kept</v></c>'),
        raw('<c><f>2*3</f></c>'),
      ),
    ).toEqual(['7', 'kept', ''])
  })

  it('keep their column when others are missing, and rows their number', async () => {
    expect(await rowsOf(makeXlsx([['a', null, 'c'], [], [null, 'b']]))).toEqual([
      { row: 1, cells: ['a', '', 'c'] },
      { row: 3, cells: ['', 'b'] },
    ])
  })
})

it('number rows in ascending order, even if the file does not', async () => {
  const row = (r: string) => `<row r="${r}"><c><v>1</v></c></row>`
  const sheet = `<worksheet>${['7', '7', '1', '1e300', '-3', 'x'].map(row).join('')}</worksheet>`
  const rows = await rowsOf(makeXlsx([], { 'xl/worksheets/sheet1.xml': sheet }))
  expect(rows.map((row) => row.row)).toEqual([7, 8, 9, 10, 11, 12])
})

describe('an invalid or oversized workbook', () => {
  const bomb = () => makeXlsx([['x']], { 'xl/worksheets/sheet1.xml': '<a/>'.repeat(50_000) })
  it('is refused before it is unpacked', async () => {
    await expect(openSheet(fileOf(bomb()), LIMITS)).rejects.toThrow('too large')
    const texts = makeXlsx([['x']], { 'xl/sharedStrings.xml': ' '.repeat(200_000) })
    await expect(openSheet(fileOf(texts), LIMITS)).rejects.toThrow('too large')
  })

  it('is refused when it expands to more than declared', async () => {
    const sheet = `<worksheet><sheetData>${' '.repeat(200_000)}</sheetData></worksheet>`
    const parts = {
      'xl/worksheets/sheet1.xml': sheet,
      'xl/workbook.xml': '<workbook><sheet r:id="r1"/></workbook>',
      'xl/_rels/workbook.xml.rels': '<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>',
    }
    await expect(rowsOf(makeZip(parts, { 'xl/worksheets/sheet1.xml': 50 }), LIMITS)).rejects.toThrow(
      XlsxError,
    )
  })

  const sheetOf = (content: string) =>
    makeXlsx([['x']], {
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${content}</sheetData></worksheet>`,
    })

  it.each([
    ['rows without cells', '<row/>'.repeat(501)],
    ['empty cells before a distant one', '<row><c r="CV1"><v>1</v></c></row>'.repeat(11)],
    ['nested elements', '<a>'.repeat(300)],
  ])('is refused with too many %s', async (_name, content) => {
    await expect(rowsOf(sheetOf(content), LIMITS)).rejects.toThrow('too large')
  })

  it.each(['xl/worksheets/sheet1.xml', 'xl/sharedStrings.xml', 'xl/styles.xml'])(
    'is refused when a few bytes of %s contain many elements',
    async (part) => {
      const book = makeXlsx([['x']], { [part]: `<a>${'<b/>'.repeat(20_000)}</a>` })
      await expect(rowsOf(book, { ...LIMITS, nodes: 100_000 })).resolves.toBeDefined()
      await expect(rowsOf(book, { ...LIMITS, nodes: 10_000 })).rejects.toThrow('too large')
    },
  )

  it('is refused with too many cells', async () => {
    const rows = Array.from({ length: 200 }, () => [1, 2, 3, 4, 5, 6])
    await expect(rowsOf(makeXlsx(rows), { ...LIMITS, sheetBytes: 1e6 })).rejects.toThrow('too large')
  })

  it('is refused with advice', async () => {
    await expect(openSheet(fileOf(makeZip({ 'a.txt': 'a' })))).rejects.toThrow('not an Excel workbook')
    await expect(openSheet(fileOf(Buffer.from('PK\x03\x04 and nothing more')))).rejects.toThrow('damaged')
    await expect(openSheet(fileOf(makeXlsx([['x']]).subarray(0, 600)))).rejects.toThrow('damaged')
  })
})
