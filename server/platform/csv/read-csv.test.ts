import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { CsvError } from './csv-error.ts'
import { type CsvEvent, type CsvHeader, type CsvOptions, readCsv, skipBytes } from './read-csv.ts'

async function* chunked(bytes: Uint8Array, sizes: readonly number[] = [65536]): AsyncGenerator<Uint8Array> {
  let pos = 0
  for (let i = 0; pos < bytes.length; i++) {
    const size = sizes[i % sizes.length]!
    yield bytes.subarray(pos, pos + size)
    pos += size
  }
}

async function collect(
  source: string | Uint8Array,
  options: CsvOptions & { sizes?: readonly number[] } = {},
): Promise<CsvEvent[]> {
  const bytes = typeof source === 'string' ? Buffer.from(source) : source
  const events: CsvEvent[] = []
  for await (const event of readCsv(chunked(bytes, options.sizes), options)) events.push(event)
  return events
}

const header = (events: CsvEvent[]) => events.find((event) => event.kind === 'header') as CsvHeader
const rows = (events: CsvEvent[]) => events.flatMap((event) => (event.kind === 'row' ? [event.values] : []))
const lines = (events: CsvEvent[]) => events.flatMap((event) => (event.kind === 'row' ? [event.line] : []))
const rejected = (events: CsvEvent[]) =>
  events.flatMap((event) => (event.kind === 'rejected' ? [`${event.line}: ${event.reason}`] : []))

async function failure(source: string | Uint8Array, options: CsvOptions = {}): Promise<CsvError> {
  const outcome = await collect(source, options).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(CsvError)
  return outcome as CsvError
}

describe('well-formed files', () => {
  it('reads quotes, escaped quotes, embedded line ends and every kind of line end', async () => {
    const events = await collect('a,b\r\n1,"x, ""y"""\n"l1\r\nl2",3\r4,\n\n  \n5,"6"')
    expect(header(events).columns).toEqual(['a', 'b'])
    expect(rows(events)).toEqual([
      ['1', 'x, "y"'],
      ['l1\r\nl2', '3'],
      ['4', ''],
      ['5', '6'],
    ])
    expect(lines(events)).toEqual([2, 3, 5, 8])
  })

  it.each([',', ';', '\t', '|'])('finds the delimiter %j in the header', async (delimiter) => {
    const events = await collect(
      `${['"a,;|x"', 'b', 'c'].join(delimiter)}\n${['1', '"2"', '3'].join(delimiter)}`,
    )
    expect(header(events)).toMatchObject({ delimiter, columns: ['a,;|x', 'b', 'c'] })
    expect(rows(events)).toEqual([['1', '2', '3']])
  })

  it("respects Excel's delimiter line, and one given by the caller", async () => {
    expect(rows(await collect('sep=;\na;b,c\n1;2,3'))).toEqual([['1', '2,3']])
    expect(rows(await collect('a,b#c\n1,2#3', { delimiter: '#' }))).toEqual([['1,2', '3']])
  })

  it('keeps quotes inside an unquoted cell as text', async () => {
    expect(rows(await collect(`a,b\n37°36'37.8"N,5" pipe\n`))).toEqual([[`37°36'37.8"N`, '5" pipe']])
  })

  it('reads a single column and a header alone', async () => {
    expect(rows(await collect('a\n1\n2\n'))).toEqual([['1'], ['2']])
    expect(header(await collect('a,b')).columns).toEqual(['a', 'b'])
  })
})

describe('encodings', () => {
  const utf16 = (text: string, big: boolean) => {
    const bytes = Buffer.from(text, 'utf16le')
    return big ? bytes.swap16() : bytes
  }

  it('respects byte order marks, in any chunks', async () => {
    const text = '\ufeffname,b\nŽižkov 🍺,"ü\n1"\n'
    for (const bytes of [Buffer.from(text), utf16(text, false), utf16(text, true)]) {
      const events = await collect(bytes, { sizes: [1] })
      expect(header(events).columns).toEqual(['name', 'b'])
      expect(rows(events)).toEqual([['Žižkov 🍺', 'ü\n1']])
    }
  })

  it('detects UTF-16 without a mark', async () => {
    expect(rows(await collect(utf16('a,b\né,2', true)))).toEqual([['é', '2']])
  })

  it('decodes a named encoding', async () => {
    const latin = Buffer.from([97, 44, 98, 10, 0xe9, 44, 0x80, 10])
    expect(rows(await collect(latin, { encoding: 'windows-1252' }))).toEqual([['é', '€']])
  })

  it('is not confused by second bytes that look like delimiters', async () => {
    // Shift_JIS writes ポ as 0x83 0x7C, whose second byte is an ASCII bar; ISO-2022-JP writes 二 as the bytes F and s.
    const sjis = Buffer.from([97, 124, 98, 10, 0x83, 0x7c, 124, 50, 10])
    expect(rows(await collect(sjis, { encoding: 'shift_jis', sizes: [5, 1] }))).toEqual([['ポ', '2']])
    const jis = Buffer.from('a,b\n\u001b$B%,\u001b(B,2\n', 'latin1')
    expect(rows(await collect(jis, { encoding: 'iso-2022-jp' }))).toEqual([['ガ', '2']])
  })

  it('rejects the rows that are not UTF-8 and reads the others', async () => {
    const bytes = Buffer.concat([Buffer.from('a,b\n1,2\ncaf'), Buffer.from([0xe9]), Buffer.from(',3\n4,é\n')])
    const events = await collect(bytes)
    expect(rejected(events)).toEqual(["3: not valid UTF-8: say the file's encoding"])
    expect(rows(events)).toEqual([
      ['1', '2'],
      ['4', 'é'],
    ])
  })

  it('rejects a last row that is cut inside a character', async () => {
    const cut = utf16('a,b\n1,2\n3,4', false).subarray(0, -1)
    expect(rejected(await collect(cut, { encoding: 'utf-16' }))).toEqual(['3: not valid utf-16le'])
  })

  it('names examples for an unknown label', async () => {
    const error = await failure('a\n1', { encoding: 'klingon' })
    expect(error.code).toBe('unknown_encoding')
    expect(error.message).toContain('windows-1252')
  })
})

describe('unreadable files', () => {
  it.each<[string, string | Uint8Array, string]>([
    ['nothing', '', 'empty_file'],
    ['blank lines', '\n\r\n  \n', 'empty_file'],
    ["an unnamed column whose number is another one's name", 'a,,Column 2\n1,2,3', 'bad_header'],
    ['a repeated name', 'a,b,a\n1,2,3', 'bad_header'],
    ['an endless header', 'a,"b\n1,2\n', 'bad_header'],
    ['a header in another encoding', Buffer.from([0xe9, 44, 98, 10]), 'wrong_encoding'],
    ['a workbook', Buffer.from('PK\u0003\u0004......'), 'not_csv'],
  ])('are refused with their reason: %s', async (_name, source, code) => {
    expect((await failure(source)).code).toBe(code)
  })

  it('names a column without a name by its number', async () => {
    const [header] = await collect('a,, \n1,2,3')
    expect(header).toMatchObject({ columns: ['a', 'Column 2', 'Column 3'] })
  })

  it('names a repeated column and its positions', async () => {
    expect((await failure('a,b,a\n')).message).toBe('The header names "a" twice (columns 1 and 3).')
  })

  it('refuses a delimiter of two characters', async () => {
    expect((await failure('a\n', { delimiter: '::' })).code).toBe('bad_delimiter')
  })
})

describe('broken records', () => {
  it('rejects ragged rows with their line and counts', async () => {
    const events = await collect('a,b,c\n1,2\n1,2,3\n1,2,3,4\nx\n')
    expect(rows(events)).toEqual([['1', '2', '3']])
    expect(rejected(events)).toEqual([
      '2: 2 cells where the header has 3',
      '4: 4 cells where the header has 3',
      '5: 1 cell where the header has 3',
    ])
  })

  it('loses one line when a quote is closed wrongly by the next one', async () => {
    const events = await collect('a,b,c\n1,"Joe,x\n2,"Fine, Inc",y\n3,ok,z\n')
    expect(rejected(events)).toEqual(['2: text follows a closing quote'])
    expect(rows(events)).toEqual([
      ['2', 'Fine, Inc', 'y'],
      ['3', 'ok', 'z'],
    ])
    expect(lines(events)).toEqual([3, 4])
  })

  it('loses one line to an unclosed quote', async () => {
    const events = await collect('a,b\n1,"open\n2,x\n3,y')
    expect(rejected(events)).toEqual(['2: a quote is opened and never closed'])
    expect(lines(events)).toEqual([3, 4])
  })

  it('loses one line to a quote that exceeds the limit', async () => {
    const filler = Array.from({ length: 4000 }, (_, i) => `${i},row\n`).join('')
    const events = await collect(`a,b\n1,"open\n${filler}`, { maxRecordBytes: 1000, sizes: [37] })
    expect(rejected(events)).toEqual([
      '2: longer than 1,000 bytes: is a quote opened on this line and never closed?',
    ])
    expect(lines(events)).toEqual(Array.from({ length: 4000 }, (_, i) => i + 3))
  })

  it('rejects a record over the limit and continues with correct line numbers', async () => {
    const long = 'x'.repeat(1_000_001)
    const events = await collect(`a,b\n1,2\n1,${long}\n3,"${long}"\n4,"5\n6"\n7,8\n`)
    expect(rejected(events).map((text) => text.slice(0, 30))).toEqual([
      '3: longer than 1,000,000 bytes',
      '4: longer than 1,000,000 bytes',
    ])
    expect(lines(events)).toEqual([2, 5, 7])
  })

  it('accepts a record of exactly the limit', async () => {
    const limit = { maxRecordBytes: 10 }
    expect(rejected(await collect('a,b\n1,12345678\n1,123456789\n', limit))).toEqual([
      '3: longer than 10 bytes',
    ])
  })

  it('is linear when every line opens an unclosed quote', async () => {
    const line = 'a","b\n'
    const hostile = `a,b\n${line.repeat(400_000)}`
    let scanned = 0
    for await (const event of readCsv(chunked(Buffer.from(hostile)))) {
      if (event.kind !== 'header') scanned++
    }
    // Each rejected line costs a scan of megabytes until the allowance is used up; then larger parts are skipped.
    expect(scanned).toBeLessThan(100)
  })
})

describe('chunking and resuming', () => {
  const text = fc
    .array(
      fc.constantFrom(
        '"',
        '""',
        ',',
        '\n',
        '\r',
        '\r\n',
        'a',
        'é',
        '🍺',
        ' ',
        '","',
        '"\n"',
        'xyzxyzxyz',
        '\t',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join(''))
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  const encoding = fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'gb18030')
  const bytesOf = (body: string, name: string) => {
    const bytes = Buffer.from(`a,b\n${body}`, name.startsWith('utf-16') ? 'utf16le' : 'utf8')
    return name === 'utf-16be' ? bytes.swap16() : bytes
  }

  it('gives the same events for all chunk sizes', async () => {
    await fc.assert(
      fc.asyncProperty(text, sizes, encoding, async (body, chunks, name) => {
        const bytes = bytesOf(body, name)
        const options = { encoding: name, maxRecordBytes: 24 }
        expect(await collect(bytes, { ...options, sizes: chunks })).toEqual(await collect(bytes, options))
      }),
      { numRuns: 400 },
    )
  })

  it('continues after any event with exactly the remaining ones', async () => {
    await fc.assert(
      fc.asyncProperty(text, sizes, encoding, async (body, chunks, name) => {
        const bytes = bytesOf(body, name)
        const options = { encoding: name, maxRecordBytes: 24, sizes: chunks }
        const all = await collect(bytes, options)
        const { columns, delimiter, encoding: used } = header(all)
        for (const [index, { offset, nextLine: line }] of all.entries()) {
          const rest: CsvEvent[] = []
          const startAt = { offset, line, columns, delimiter, encoding: used }
          for await (const event of readCsv(skipBytes(chunked(bytes, chunks), offset), {
            ...options,
            startAt,
          })) {
            rest.push(event)
          }
          expect(rest).toEqual(all.slice(index + 1))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('reads back any table that is written with quotes', async () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', 'é', '🍺', ' ', ';') })
    const table = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(table, sizes, async (records, chunks) => {
        const quoted = (record: string[]) =>
          record.map((value) => `"${value.replaceAll('"', '""')}"`).join(',')
        const source = ['a,b,c', ...records.map(quoted)].join('\r\n')
        expect(rows(await collect(source, { sizes: chunks }))).toEqual(records)
      }),
    )
  })
})

const spectrum = openData('csv/csv-spectrum')
describe.skipIf(!spectrum)('csv-spectrum', () => {
  const names = spectrum ? readdirSync(`${spectrum}/csvs`).map((file) => file.replace('.csv', '')) : []
  it.each(names)('the file %s is read as that collection says', async (name) => {
    const events = await collect(readFileSync(`${spectrum}/csvs/${name}.csv`))
    const json: unknown = JSON.parse(readFileSync(`${spectrum}/json/${name}.json`, 'utf8'))
    const expected = [json].flat()
    const { columns } = header(events)
    const records = rows(events).map((values) => Object.fromEntries(columns.map((c, i) => [c, values[i]])))
    // The JSON of this case has a different phone number than its CSV.
    if (name === 'location_coordinates') Object.assign(expected[0] as object, { [columns[0]!]: '2095257564' })
    expect(records).toEqual(expected)
  })
})

const breweries = openData('businesses/openbrewerydb/breweries.csv')
describe.skipIf(!breweries)('a real file', () => {
  it('reads every row', async () => {
    const events = await collect(readFileSync(breweries!))
    expect(rejected(events)).toEqual([])
    expect(rows(events)).toHaveLength(11_822)
  })
})

it('rejects a long cell of many lines as one record, without turning its lines into rows', async () => {
  const lines = Array.from({ length: 60_000 }, (_, n) => `p${n},Phantom ${n},x`).join('\n')
  const file = `id,name,note\na,First,x\nb,"${lines}",x\nc,Third,x\n`
  const events = []
  for await (const event of readCsv(chunked(Buffer.from(file)))) events.push(event)
  expect(events.filter((event) => event.kind === 'row').map((event) => event.values[0])).toEqual(['a', 'c'])
  const rejected = events.filter((event) => event.kind === 'rejected')
  expect(rejected).toMatchObject([{ line: 3, reason: 'longer than 1,000,000 bytes' }])
  expect(events.at(-1)?.line).toBe(60_003)
})
