import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEditableField } from '#contract/leads/lead-edits.ts'
import { LIST_TYPE_IDS, LIST_TYPES, type ListTypeId } from '#contract/leads/list-types/index.ts'
import { sampleCsv } from '#contract/prospecting/lead-import-samples.ts'
import { csvLine, unguard } from '#server/platform/csv/write-csv.ts'
import { makeXlsx } from '#server/testing/xlsx-file.ts'
import { importFields } from './fields.ts'
import { guessKind, guessMapping } from './guess-mapping.ts'
import { completeMapping, plannedCells } from './plan-columns.ts'
import { planRows, readRow } from './read-row.ts'
import { openTable } from './table-file.ts'

const fileOf = (content: Buffer | string) => {
  const bytes = Buffer.from(content)
  return {
    name: 'x',
    size: bytes.length,
    read: (offset = 0, end = bytes.length) => Readable.from([bytes.subarray(offset, end)]),
  }
}
async function rowsOf(content: Buffer | string, startAt: object | null = null) {
  const table = await openTable(fileOf(content))
  const rows = []
  for await (const group of table.rows(startAt)) rows.push(...group)
  return { table, rows }
}

/** Texts of all kinds, without lone surrogates, which no file can contain. */
const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    '=1+1',
    "'+1",
    '"',
    'a,b',
    'x\ny',
    '\u202e',
    'ﷺ',
    "Robert'); drop table lead;--",
    'null',
  ),
)
// Without white space around cells and empty lines: this is about the content of cells.
const tidy = (text: string) => text.replace(/[\p{C}\s]+/gu, ' ').trim()
const tableOf = fc
  .integer({ min: 1, max: 6 })
  .chain((width) =>
    fc.array(fc.array(cell.map(tidy), { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 20,
    }),
  )
  .map((rows) => rows.map((row, n) => [`k${n}`, ...row]))
const headerOf = (rows: string[][]) => (rows[0] as string[]).map((_, at) => `Column ${at + 1}`)

describe('a table that is written and read', () => {
  it('has the same cells as CSV and as Excel, and from any row on', async () => {
    await fc.assert(
      fc.asyncProperty(tableOf, fc.nat(), async (rows, at) => {
        const all = [headerOf(rows), ...rows]
        for (const content of [all.map((row) => csvLine(row)).join(''), makeXlsx(all)]) {
          const found = await rowsOf(content)
          // A quote that guards against formulas is none of the text; only CSV that we write has one more.
          const reported = typeof content === 'string' ? rows : rows.map((row) => row.map(unguard))
          expect(found.rows.map((row) => 'cells' in row && row.cells.map(tidy))).toEqual(reported)
          const from = at % rows.length
          const rest = await rowsOf(content, found.rows[from]?.next)
          expect(rest.rows.map(({ at: row }) => row)).toEqual(
            found.rows.slice(from + 1).map(({ at: row }) => row),
          )
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('any mapping of any cells', () => {
  const types = fc.constantFrom<ListTypeId>(...LIST_TYPE_IDS)
  it('gives normalized values, a problem or a reason, and never throws', () => {
    fc.assert(
      fc.property(
        types,
        fc.array(cell, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('empty', 'drop'),
        (type, cells, rest) => {
          const fields = importFields(type, [])
          const planned = fields.map((field, at) => ({ at, column: field.name, field }))
          const plan = planRows({ type, cells: planned, country: 'DE', rest, fixes: [], dropped: [] })
          const result = readRow(plan, 2, cells)
          if ('reason' in result) {
            expect(result.reason).not.toBe('')
            return
          }
          for (const [name, value] of Object.entries(result.values)) {
            expect(value).not.toBe('')
            expect(String(value)).not.toContain('\u0000')
            expect(fields.some((field) => field.name === name)).toBe(true)
          }
          // Reading a value again does not change it.
          const raw = new Set(
            result.problems.flatMap(({ kept_as: keptAs, field }) => (keptAs ? [field] : [])),
          )
          const names = Object.keys(result.values)
          const second = readRow(
            planRows({
              type,
              country: null,
              rest: 'empty',
              fixes: [],
              dropped: [],
              cells: names.map((name, at) => ({
                at,
                column: name,
                field: fields.find((field) => field.name === name)!,
              })),
            }),
            2,
            names.map((name) => String(result.values[name])),
          )
          const kept = names.filter((name) => !raw.has(name))
          const read = Object.fromEntries(kept.map((name) => [name, result.values[name]]))
          expect(second).toMatchObject({ values: read })
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is guessed without mapping two columns to one field', () => {
    const names = fc.constantFrom(
      'Name',
      'Company',
      'Email',
      'Email address',
      'Phone',
      'Mobile',
      'Website',
      'Domain',
      'City',
      'x',
      'cf_a',
    )
    fc.assert(
      fc.property(
        types,
        fc.uniqueArray(names, { minLength: 1 }),
        fc.array(cell, { maxLength: 5 }),
        (type, columns, values) => {
          const { mapping } = guessMapping(
            type,
            [],
            columns.map((name) => ({ name, values })),
          )
          const fed = Object.values(mapping).flatMap((target) =>
            target && 'field' in target ? [target.field] : [],
          )
          expect(new Set(fed).size).toBe(fed.length)
          expect(Object.keys(mapping)).toEqual(columns)
          expect(completeMapping(columns, { stated: {}, found: mapping })).toEqual(mapping)
        },
      ),
    )
  })
})

it('treats numbers with leading zeros, a plus or many digits as text', () => {
  expect(guessKind(['0041', '12'])).toBe('text')
  expect(guessKind(['+41', '12'])).toBe('text')
  expect(guessKind(['12345678901234567'])).toBe('text')
  expect(guessKind(['-1.5', '', '12'])).toBe('number')
})

it.each(LIST_TYPE_IDS)('reads the sample file of %s without problems', async (type) => {
  const { table, rows } = await rowsOf(sampleCsv(type))
  const columns = table.columns.map((name, at) => ({
    name,
    values: rows.map((row) => ('cells' in row ? (row.cells[at] ?? '') : '')),
  }))
  const { mapping } = guessMapping(type, [], columns)
  const custom = Object.entries(mapping).filter(([, target]) => !target || 'new_field' in target)
  expect(custom.map(([name]) => name)).toEqual(['Note'])
  const cells = plannedCells(type, {
    custom: [],
    columns: table.columns,
    mapping: { ...mapping, Note: null },
    makeField: () => undefined,
  })
  const plan = planRows({ type, cells, country: null, rest: 'drop', fixes: [], dropped: [] })
  for (const row of rows)
    expect('cells' in row && readRow(plan, row.at, row.cells)).toMatchObject({ problems: [], values: {} })
})

it.each(LIST_TYPE_IDS)('maps the headings of our own %s file back to their fields', (type) => {
  const exported = LIST_TYPES[type].fields.filter(({ exportable }) => exportable)
  for (const heading of ['label', 'name'] as const) {
    const columns = exported.map((field) => ({ name: field[heading], values: [] }))
    expect(guessMapping(type, [], columns).mapping).toEqual(
      Object.fromEntries(
        exported.map((field) => [field[heading], isEditableField(field.name) ? { field: field.name } : null]),
      ),
    )
  }
})

it('keeps a column called Source in other files, and skips it in our own', () => {
  const columns = (...names: string[]) => names.map((name) => ({ name, values: ['web'] }))
  expect(guessMapping('local', [], columns('Name', 'Source')).mapping.Source).toMatchObject({
    new_field: { label: 'Source' },
  })
  const ours = guessMapping('local', [], columns('Name', 'Name source', 'Email state', 'Source')).mapping
  expect(ours).toEqual({ Name: { field: 'name' }, 'Name source': null, 'Email state': null, Source: null })
})
