import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { Parser } from 'htmlparser2'
import { expect, it } from 'vitest'
import { cellText, createXlsx, XLSX_MAX_CELL, type XlsxCell } from './write-xlsx.ts'

/** Reads the sheet with an independent parser: cells by their reference. */
function readSheet(file: Uint8Array): Map<string, { value: string; type: string; style: string }> {
  const cells = new Map<string, { value: string; type: string; style: string }>()
  let open: { place: string; value: string; type: string; style: string } | null = null
  const parser = new Parser(
    {
      onopentag(name, { r, t, s }) {
        if (name === 'c') open = { place: r as string, value: '', type: t ?? 'n', style: s ?? '0' }
        expect(name).not.toBe('f')
      },
      ontext(text) {
        if (open) open.value += text
      },
      onclosetag(name) {
        if (name !== 'c' || !open) return
        const { place, ...cell } = open
        cells.set(place, {
          ...cell,
          value: cell.value.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code) =>
            String.fromCharCode(Number.parseInt(code, 16)),
          ),
        })
        open = null
      },
    },
    { xmlMode: true },
  )
  parser.end(strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] as Uint8Array))
  return cells
}

function fileOf(rows: XlsxCell[][], takeEach = false): Buffer {
  const xlsx = createXlsx()
  const pieces: Buffer[] = []
  for (const row of rows) {
    xlsx.row(row)
    if (takeEach) pieces.push(xlsx.take())
  }
  return Buffer.concat([...pieces, xlsx.end()])
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '_x0041_',
    '_x005F_x0041_',
    '=1+1',
    '@SUM(A1)',
    '-1',
    ']]>',
    '&amp;',
    ' a ',
    '\ud800',
    '\ufffe',
  ),
)
const anyCell = fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null))

it('reads every row back as it was written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(anyCell, { minLength: 1, maxLength: 30 }), { minLength: 1 }),
      fc.boolean(),
      (rows, each) => {
        const cells = readSheet(fileOf(rows, each))
        let filled = 0
        rows.forEach((row, index) => {
          row.forEach((cell, column) => {
            const name =
              column < 26 ? String.fromCharCode(65 + column) : `A${String.fromCharCode(39 + column)}`
            const found = cells.get(`${name}${index + 1}`)
            if (cell === null || cell === '') {
              expect(found).toBeUndefined()
              return
            }
            filled += 1
            if (typeof cell === 'number') {
              expect(found?.type).toBe('n')
              expect(Number(found?.value)).toBe(cell === 0 ? Number(String(cell)) : cell)
            } else expect([found?.type, found?.value]).toEqual(['inlineStr', cellText(cell)])
          })
        })
        expect(cells.size).toBe(filled)
      },
    ),
    { numRuns: 100 },
  )
})

it('writes formula-like text as text, with a bold frozen header', () => {
  const file = fileOf([
    ['=A1', 'x'],
    ['=cmd|calc', -3.5],
  ])
  const cells = readSheet(file)
  expect(cells.get('A1')).toEqual({ value: '=A1', type: 'inlineStr', style: '1' })
  expect(cells.get('A2')).toEqual({ value: '=cmd|calc', type: 'inlineStr', style: '0' })
  expect(cells.get('B2')).toEqual({ value: '-3.5', type: 'n', style: '0' })
  expect(strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] as Uint8Array)).toContain('state="frozen"')
})

it('truncates a text that exceeds a cell, never within a character', () => {
  const long = `${'x'.repeat(XLSX_MAX_CELL - 1)}😀${'y'.repeat(1_000_000)}`
  expect(readSheet(fileOf([[long]])).get('A1')?.value).toBe('x'.repeat(XLSX_MAX_CELL - 1))
})

it('a cell of a workbook loses characters that XML forbids', () => {
  expect(cellText('a\u0000b\u001fc\r\nd\re\tf\ud800')).toBe('abc\nd\ne\tf\ufffd')
})
