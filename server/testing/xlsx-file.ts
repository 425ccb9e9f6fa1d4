import { crc32, deflateRawSync } from 'node:zlib'

/** A deflated zip archive. `lie`: uncompressed sizes that the archive declares instead of the true ones. */
export function makeZip(parts: Record<string, string | Buffer>, lie: Record<string, number> = {}): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(lie[name] ?? bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name), packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, end, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const tail = Buffer.alloc(22)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(directory.length, 8)
  tail.writeUInt16LE(directory.length, 10)
  tail.writeUInt32LE(list.length, 12)
  tail.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, tail])
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A text, a number, the XML of a cell, or nothing. */
export type SheetCell = string | number | { xml: string } | null

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26)

/** A workbook with one sheet. Texts are shared, numbers are numbers; style 1 is a date, style 2 a date with time. */
export function makeXlsx(rows: readonly (readonly SheetCell[])[], more: Record<string, string> = {}): Buffer {
  const texts: string[] = []
  const cellOf = (cell: SheetCell, row: number, column: number): string => {
    const at = `${letters(column)}${row + 1}`
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell !== 'string') return cell.xml.replace('<c', `<c r="${at}"`)
    texts.push(cell)
    return `<c r="${at}" t="s"><v>${texts.length - 1}</v></c>`
  }
  const sheet = rows
    .map((row, n) => `<row r="${n + 1}">${row.map((cell, at) => cellOf(cell, n, at)).join('')}</row>`)
    .join('')
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  return makeZip({
    '[Content_Types].xml': `${head}<Types/>`,
    'xl/workbook.xml': `${head}<workbook ${main} xmlns:r="x"><sheets><sheet name="Hidden" sheetId="2" state="hidden" r:id="rId9"/><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet ${main}><numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd hh:mm"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `${head}<sst ${main}>${texts.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...more,
  })
}
