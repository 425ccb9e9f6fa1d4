import { onFirstUse } from '../first-use.ts'

const fflate = onFirstUse<typeof import('fflate')>('fflate')

export type XlsxCell = string | number | null

/** Maximum rows of a sheet, including the header. */
const XLSX_MAX_ROWS = 1_048_576
/** Maximum characters of a cell; spreadsheets call a file with a longer one damaged. */
export const XLSX_MAX_CELL = 32_767

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 0 is plain, style 1 bold.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0" xfId="0"/><xf fontId="1" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
}
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const SHEET_END = '</sheetData></worksheet>'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Spreadsheets decode this as an escape, so text that looks like one must be escaped. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const NEEDS_CARE = /[^\n\t\x20-\x25\x27-\x3b\x3d\x3f-\x5e\x60-\x7e]/

/** Text as a cell can hold it: without characters that XML forbids, with line feeds, truncated to the maximum. */
export function cellText(text: string): string {
  const plain = text.toWellFormed().replace(FORBIDDEN, '').replace(/\r\n?/g, '\n')
  if (plain.length <= XLSX_MAX_CELL) return plain
  return plain.slice(0, XLSX_MAX_CELL).replace(/[\ud800-\udbff]$/, '')
}

const inXml = (text: string): string =>
  NEEDS_CARE.test(text)
    ? text.replace(LOOKS_ESCAPED, '_x005F_').replace(/[&<>]/g, (sign) => ENTITIES[sign] as string)
    : text

/** Name of a column by its index: A, B, ..., Z, AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

const NAMES: string[] = []
const nameColumn = (index: number): string => {
  NAMES[index] ??= columnName(index)
  return NAMES[index]
}

function rowXml(cells: readonly XlsxCell[], row: number, style: string): string {
  let xml = `<row r="${row}">`
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column]!
    if (cell === null || cell === '') continue
    const place = `r="${nameColumn(column)}${row}"${style}`
    if (typeof cell === 'string')
      xml += `<c ${place} t="inlineStr"><is><t xml:space="preserve">${inXml(cellText(cell))}</t></is></c>`
    else if (Number.isFinite(cell)) xml += `<c ${place}><v>${cell}</v></c>`
  }
  return `${xml}</row>`
}

/**
 * Writes an Excel workbook with one sheet as a stream: `row` adds cells, `take` returns the bytes that are ready,
 * `end` the last ones. The first row is the header: bold and frozen. Texts are never written as formulas. No rows
 * are kept.
 */
export function createXlsx() {
  const { strToU8, Zip, ZipDeflate } = fflate()
  let ready: Uint8Array[] = []
  let waiting = SHEET_START
  let rows = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for (const [name, content] of Object.entries(PARTS)) {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    part.push(strToU8(content), true)
  }
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 })
  zip.add(sheet)

  const flush = (): Buffer => {
    const bytes = Buffer.concat(ready)
    ready = []
    return bytes
  }

  return {
    /** @throws Error beyond the maximum rows of a sheet */
    row(cells: readonly XlsxCell[]): void {
      rows += 1
      if (rows > XLSX_MAX_ROWS) throw new Error(`A sheet has at most ${XLSX_MAX_ROWS} rows`)
      waiting += rowXml(cells, rows, rows === 1 ? ' s="1"' : '')
    },
    /** Buffered characters. */
    get waiting(): number {
      return waiting.length
    },
    /** The bytes that are ready. */
    take(): Buffer {
      sheet.push(Buffer.from(waiting), false)
      waiting = ''
      return flush()
    },
    /** The rest of the file. */
    end(): Buffer {
      sheet.push(Buffer.from(waiting + SHEET_END), true)
      waiting = ''
      zip.end()
      return flush()
    },
  }
}
