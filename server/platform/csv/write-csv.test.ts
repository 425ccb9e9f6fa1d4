import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { readCsv } from './read-csv.ts'
import { BYTE_ORDER_MARK, type CsvCell, csvLine, unguard } from './write-csv.ts'

async function readBack(file: string): Promise<string[][]> {
  const rows: string[][] = []
  for await (const event of readCsv(
    (async function* () {
      yield Buffer.from(file)
    })(),
  )) {
    if (event.kind === 'rejected') throw new Error(event.reason)
    if (event.kind === 'row') rows.push(event.values.map(unguard))
  }
  return rows
}

/** Spreadsheets execute what starts with one of these, unless it is just a number. */
function isRun(cell: string): boolean {
  return /^[\s]*[=+\-@＝＋－＠]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell)
}

describe('csvLine', () => {
  it('quotes where RFC 4180 requires it and ends with CRLF', () => {
    expect(csvLine(['a', 'b "c"', 'd,e', 'f\r\ng', null, 1.5, ''])).toBe(
      'a,"b ""c""","d,e","f\r\ng",,1.5,\r\n',
    )
    expect(csvLine([''])).toBe('""\r\n')
    expect(csvLine([Number.NaN])).toBe('""\r\n')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', `"'\tx"`],
    [' =1+1', "' =1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋1+1', "'＋1+1"],
    ['－1+1', "'－1+1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['x;=1+1', `"x;'=1+1"`],
    ['x; =1+1;-2+3', `"x; '=1+1;'-2+3"`],
    ['x;＠SUM(A1)', `"x;'＠SUM(A1)"`],
    ['x\t+cmd|x', `"x\t'+cmd|x"`],
    ['x\r\n@SUM(A1)', `"x\r\n'@SUM(A1)"`],
    ["x\n- cmd|'/C calc'!A0", `"x\n'- cmd|'/C calc'!A0"`],
    ['x;"=1+1"', '"x;""\'=1+1"""'],
    ["x;'=1", `"x;''=1"`],
    ['-', "'-"],
    ["'=1+1", "''=1+1"],
    ['+49 30 123456', "'+49 30 123456"],
  ])('escapes %j', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`)
  })

  it.each([
    '+15035550123',
    '-122.67',
    '-5',
    '+1,5',
    'Smith & Sons',
    "'t Kroontje",
    '’s',
    '’t Drankorgel',
    'a=b',
    '1-2',
    '45.5;-122.67',
    'Tel.;+49 30 1',
    'Next steps:\n- call back\n- send the offer',
  ])('leaves %j alone', (text) => {
    expect(unguard(text)).toBe(text)
    expect(csvLine(['x', text]).replaceAll('"', '')).toBe(`x,${text}\r\n`)
  })

  it('takes linear time on many separators', () => {
    const cell = '\n \t;'.repeat(250_000)
    expect(unguard(csvLine([cell]).slice(1, -3)).length).toBe(cell.length)
  })

  it('leaves numbers and phone columns alone, but escapes formulas in them', () => {
    const guard = [true, false, false]
    expect(csvLine([-122.67, '+49 30 123-456', '=1+1'], { guard })).toBe("-122.67,+49 30 123-456,'=1+1\r\n")
  })
})

describe('writing and reading', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        "'",
        '=',
        '+',
        '-',
        '@',
        '＝',
        '－',
        ';',
        '(',
        '\t',
        '\r',
        '\n',
        ' ',
        '1',
        '.',
        'a',
        '"',
        ',',
      ),
    }),
  )
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.tuple(
        fc.array(fc.boolean(), { minLength: width, maxLength: width }),
        fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 6 }),
      ),
    )

  it('returns the same cells, and the same bytes when written again', async () => {
    await fc.assert(
      fc.asyncProperty(table, async ([guard, rows]) => {
        const write = (records: CsvCell[][]) => records.map((record) => csvLine(record, { guard })).join('')
        const head = BYTE_ORDER_MARK + csvLine(guard.map((_, i) => `c${i}`))
        const file = head + write(rows)
        const back = await readBack(file)
        expect(back).toEqual(rows)
        expect(head + write(back)).toBe(file)
      }),
      { numRuns: 300 },
    )
  })

  it('never writes a text cell that a spreadsheet executes', () => {
    fc.assert(
      fc.property(text, (value) => {
        const cell = csvLine([value]).slice(0, -2)
        const plain = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        expect(isRun(plain)).toBe(false)
        // A program that splits at semicolons or tabs sees these cells, each up to the end or the next one.
        for (const part of csvLine(['x', value])
          .split(/[;\t\r\n]"*/)
          .slice(1)) {
          const isHarmless = /^\s*[+-][\d ()./-]*"?$|^\s*[+-] [^|(!=]*$/.test(part)
          expect(isHarmless || !isRun(part)).toBe(true)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

const payloads = openData('security/csv-injection/csv-payload.txt')
const naughty = openData('security/blns/blns.json')
describe.skipIf(!payloads || !naughty)('known formula payloads', () => {
  it('are harmless in the file and complete after reading', async () => {
    const lines = readFileSync(payloads!, 'utf8').split('\n').filter(Boolean)
    const strings = JSON.parse(readFileSync(naughty!, 'utf8')) as string[]
    const all = [...lines, ...strings].map((value) => value.toWellFormed())
    expect(all.length).toBeGreaterThan(400)
    const file = csvLine(['a', 'b']) + all.map((value) => csvLine([value, 'x'])).join('')
    expect((await readBack(file)).map(([value]) => value)).toEqual(all)
    for (const line of lines) expect(isRun(csvLine([line]).replace(/^"/, ''))).toBe(false)
  })
})
