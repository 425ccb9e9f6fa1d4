import { strToU8, type Zippable, zipSync } from 'fflate'

const escapedPdf = (text: string): string => text.replace(/[\\()]/g, '\\$&')
const escapedXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Wraps a text to the width of a page. */
function linesOf(text: string, width = 85): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + word.length + 1 > width) {
      lines.push(line)
      line = ''
    }
    line = line ? `${line} ${word}` : word
  }
  return line ? [...lines, line] : lines
}

const LINE = 14
const contentOf = (lines: readonly string[]): string =>
  `BT /F1 11 Tf ${LINE} TL 50 790 Td\n${lines.map((line) => `(${escapedPdf(line)}) Tj T*`).join('\n')}\nET`

/** Encrypted with an unknown password. */
const ENCRYPT = `<< /Filter /Standard /V 1 /R 2 /P -44 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`

/** A PDF with one text per page, in Latin-1 letters. */
export function makePdf(pages: readonly string[], { isEncrypted = false } = {}): Buffer {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>')
  const kids: number[] = []
  for (const text of pages) {
    const content = contentOf(linesOf(text))
    objects.push(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${objects.length} 0 R >>`,
    )
    kids.push(objects.length)
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] /Count ${kids.length} >>`
  if (isEncrypted) objects.push(ENCRYPT)
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = Buffer.byteLength(file, 'latin1')
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const xref = Buffer.byteLength(file, 'latin1')
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const encrypt = isEncrypted ? ` /Encrypt ${objects.length} 0 R /ID [<41> <41>]` : ''
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${encrypt} >>\nstartxref\n${xref}\n%%EOF`
  return Buffer.from(file, 'latin1')
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A Word document with these paragraphs; `more` are additional parts by path. */
export function makeDocx(paragraphs: readonly string[], more: Zippable = {}): Buffer {
  const body = paragraphs
    .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapedXml(text)}</w:t></w:r></w:p>`)
    .join('')
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(
        `${XML}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
      ),
      'word/document.xml': strToU8(
        `${XML}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
      ),
      ...more,
    }),
  )
}
