import type { Entry } from 'yauzl'
import { readAllXml, readXml, XmlTooLarge } from '../xml/read-xml.ts'
import { dateOfSerial, isDateFormat, plainNumber } from './cell-dates.ts'
import { XlsxError } from './xlsx-error.ts'
import { asXlsxError, openZip, type RandomFile, type Zip } from './zip.ts'

/** A row with any value: its number in the spreadsheet, and its cells from the first column on. */
export interface SheetRow {
  row: number
  cells: string[]
}

export interface Sheet {
  name: string
  /** Rows in groups, and the part of the sheet (0 to 1) read after each. */
  rows(): AsyncGenerator<{ rows: SheetRow[]; part: number }>
}

export interface XlsxLimits {
  /** Unpacked bytes of the sheet. */
  sheetBytes: number
  /** Unpacked bytes of the shared texts, which are held in memory. */
  textBytes: number
  /** Per row, up to its last non-empty one; empty ones before it count. */
  cells: number
  columns: number
  rows: number
  /** Elements and attributes of a part, in addition to four per byte of its compressed size. */
  nodes: number
}

/** The last row of a spreadsheet. */
const MAX_ROW = 1_048_576
const LIMITS: XlsxLimits = {
  sheetBytes: 1_000_000_000,
  textBytes: 100_000_000,
  cells: 30_000_000,
  columns: 16_384,
  rows: MAX_ROW,
  nodes: 10_000_000,
}
/**
 * Maximum elements and attributes of a part. Guards against small files that unpack to a thousand times their size.
 * Rows of equal cells get near that, so small parts are allowed many.
 */
const countNodes = ({ compressedSize }: Entry, { nodes }: XlsxLimits): number => nodes + 4 * compressedSize
/** Unpacked bytes of the workbook's index parts. */
const MAX_PART_BYTES = 8_000_000
/** Longer cells are truncated; their readers reject far shorter ones. */
const MAX_CELL = 100_000

const tooLarge = () => new XlsxError('This workbook is too large when unpacked. Save its sheet as CSV.')

const asProblem = (error: unknown) => (error instanceof XmlTooLarge ? tooLarge() : asXlsxError(error))

interface Book {
  zip: Zip
  limits: XlsxLimits
}

/** An optional part, read completely. */
async function readPart(
  { zip, limits }: Book,
  name: string,
  handler: Parameters<typeof readAllXml>[1],
  max = MAX_PART_BYTES,
): Promise<boolean> {
  const entry = zip.entry(name)
  if (!entry) return false
  if (entry.uncompressedSize > max) throw tooLarge()
  await readAllXml(await zip.open(entry), handler, { nodes: countNodes(entry, limits) })
  return true
}

/** A relationship's id: its namespace may have any prefix. */
const readRelation = (attributes: Record<string, string>): string =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? ''

/** Name and part of the first visible sheet. */
async function findSheet(book: Book): Promise<{ name: string; entry: Entry; is1904: boolean }> {
  const sheets: { name: string; id: string }[] = []
  let is1904 = false
  const isBook = await readPart(book, 'xl/workbook.xml', {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({ name: attributes.name ?? '', id: readRelation(attributes) })
    },
  })
  if (!isBook) throw new XlsxError('This is a zip archive, not an Excel workbook. Unpack it first.')
  const parts = new Map<string, string>()
  await readPart(book, 'xl/_rels/workbook.xml.rels', {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id && Target) parts.set(Id, Target)
    },
  })
  for (const { name, id } of sheets) {
    const target = parts.get(id)
    const entry = target && book.zip.entry(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    if (entry) return { name, entry, is1904 }
  }
  throw new XlsxError('This workbook has no sheet with cells.')
}

/** Per cell style, whether it shows a date. */
async function dateStyles(book: Book): Promise<boolean[]> {
  const codes = new Map<number, string>()
  const styles: boolean[] = []
  let inCells = false
  await readPart(book, 'xl/styles.xml', {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) styles.push(isDateFormat(Number(numFmtId), codes.get(Number(numFmtId))))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/**
 * Text as a spreadsheet shows it: `_x000D_` is the character with that number, and `_x005F_` an underscore that
 * starts no such escape. Lone surrogates and the character 0 are not decoded.
 */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll('\u0000', '')
        .toWellFormed()
    : text

/** Texts that cells reference by number, without phonetic hints (`rPh`). */
async function sharedTexts(book: Book): Promise<string[]> {
  const texts: string[] = []
  let text = ''
  let open = false
  let aside = false
  await readPart(
    book,
    'xl/sharedStrings.xml',
    {
      open(name) {
        if (name === 'si') text = ''
        if (name === 'rPh') aside = true
        open = name === 't' && !aside
      },
      text(piece) {
        if (open && text.length < MAX_CELL) text += piece
      },
      close(name) {
        if (name === 't') open = false
        if (name === 'rPh') aside = false
        if (name === 'si') texts.push(unescaped(text))
      },
    },
    book.limits.textBytes,
  )
  return texts
}

/** The index of a column: `A1` is 0, `AB7` is 27; null without letters. */
function readColumn(reference: string | undefined): number | null {
  let column = 0
  for (let at = 0; reference && at < reference.length && at < 4; at++) {
    const code = reference.charCodeAt(at) - 64
    if (code < 1 || code > 26) break
    column = column * 26 + code
  }
  return column === 0 ? null : column - 1
}

interface CellFormats {
  texts: string[]
  dates: boolean[]
  is1904: boolean
}

/** The text of a cell. Formulas are not computed: their stored result counts. */
function shown(kind: string, raw: string, isDate: boolean, { texts, is1904 }: CellFormats): string {
  if (kind === 's') return texts[Number(raw)] ?? ''
  if (kind === 'inlineStr' || kind === 'str') return unescaped(raw)
  if (kind === 'd') return raw.replace('T', ' ').replace(/ 00:00:00(?:\.0+)?Z?$/, '')
  if (kind === 'b') return raw === '1' ? 'TRUE' : 'FALSE'
  if (kind === 'e' || raw === '') return ''
  return (isDate && dateOfSerial(Number(raw), is1904)) || plainNumber(raw)
}

/** Collects rows from the tags of a sheet. */
function rowGatherer(formats: CellFormats, limits: XlsxLimits) {
  const rows: SheetRow[] = []
  let row = 0
  let cells: string[] = []
  let column = -1
  let cell: { kind: string; isDate: boolean } | null = null
  let raw = ''
  let inValue = false
  let isAside = false
  let [count, rowCount] = [0, 0]
  return {
    take: () => rows.splice(0),
    open(name: string, { r, t, s }: Record<string, string>) {
      if (name === 'row') {
        rowCount += 1
        if (rowCount > limits.rows) throw tooLarge()
        // Rows are numbered in ascending order, whatever the file says, because resuming depends on it.
        const stated = Number(r)
        row = stated > row && stated <= MAX_ROW && Number.isInteger(stated) ? stated : row + 1
        cells = []
        column = -1
      } else if (name === 'c') {
        const before = column
        column = readColumn(r) ?? column + 1
        count += Math.max(1, column - before)
        if (count > limits.cells || column >= limits.columns) throw tooLarge()
        cell = { kind: t ?? 'n', isDate: formats.dates[Number(s ?? 0)] === true }
        raw = ''
      } else {
        if (name === 'rPh') isAside = true
        inValue = cell !== null && !isAside && (name === 'v' || name === 't')
      }
    },
    text(piece: string) {
      if (inValue && raw.length < MAX_CELL) raw += piece
    },
    close(name: string) {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'rPh') isAside = false
      if (name === 'c' && cell) {
        while (cells.length < column) cells.push('')
        cells[column] = shown(cell.kind, raw, cell.isDate, formats)
        cell = null
      }
      if (name === 'row' && cells.some((text) => text.trim() !== '')) rows.push({ row, cells })
    },
  }
}

/**
 * Opens the first sheet of an Excel workbook (.xlsx). Its size is checked before anything is unpacked, and rows are
 * streamed; only shared texts are held in memory.
 * @throws XlsxError when it cannot be read, also while rows are read
 */
export async function openSheet(file: RandomFile, limits: XlsxLimits = LIMITS): Promise<Sheet> {
  try {
    const book = { zip: await openZip(file), limits }
    const { name, entry, is1904 } = await findSheet(book)
    if (entry.uncompressedSize > limits.sheetBytes) throw tooLarge()
    const formats = { texts: await sharedTexts(book), dates: await dateStyles(book), is1904 }
    return {
      name,
      async *rows() {
        const gatherer = rowGatherer(formats, limits)
        try {
          for await (const read of readXml(await book.zip.open(entry), gatherer, {
            nodes: countNodes(entry, limits),
          }))
            yield { rows: gatherer.take(), part: entry.uncompressedSize ? read / entry.uncompressedSize : 1 }
        } catch (error) {
          throw asProblem(error)
        }
      },
    }
  } catch (error) {
    throw asProblem(error)
  }
}
