import { getDocumentProxy } from 'unpdf'
import { counted } from '#contract/core/plural.ts'
import { FileProblem, MAX_FILE_CHARS, MAX_PDF_PAGES } from './file-outcome.ts'

interface Piece {
  str: string
  hasEOL: boolean
  height: number
  transform: number[]
  width: number
}

/** The words of a page in writing order; a vertical gap starts a paragraph. */
function pageWords(items: readonly (Piece | { type: string })[]): string {
  let text = ''
  let last: Piece | undefined
  for (const item of items) {
    if (!('str' in item)) continue
    const [y, before] = [item.transform[5] ?? 0, last?.transform[5] ?? 0]
    if (last && Math.abs(y - before) > Math.max(item.height, last.height, 1) * 1.9) text += '\n\n'
    text += item.str
    if (item.hasEOL) text += '\n'
    if (item.str.trim()) last = item
  }
  return text
}

/** Joins hyphenated words and lines of one paragraph. */
const flowing = (text: string): string =>
  text.replace(/(\p{Ll})-\n(?=\p{Ll})/gu, '$1').replace(/([^\n])\n(?=[^\n])/g, '$1 ')

const asFileProblem = (error: unknown): FileProblem => {
  if (error instanceof FileProblem) return error
  const name = error instanceof Error ? error.name : ''
  return new FileProblem(name === 'PasswordException' ? 'encrypted' : 'damaged')
}

/** The text of a PDF, page by page. @throws FileProblem. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string; note: string | null }> {
  try {
    const document = await getDocumentProxy(bytes)
    const read = Math.min(document.numPages, MAX_PDF_PAGES)
    const pages: string[] = []
    let [chars, wordless] = [0, 0]
    for (let number = 1; number <= read && chars < MAX_FILE_CHARS; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const content = flowing(pageWords(items as Piece[]))
      page.cleanup()
      chars += content.length
      if (content.trim()) pages.push(content)
      else wordless += 1
    }
    const left = document.numPages - read
    const notes = [
      ...(left > 0 ? [`${left} pages after page ${MAX_PDF_PAGES} were skipped`] : []),
      ...(wordless > 0 && pages.length > 0 ? [`${counted(wordless, 'page has', 'pages have')} no text`] : []),
    ]
    return { text: pages.join('\n\n'), note: notes.join('. ') || null }
  } catch (error) {
    throw asFileProblem(error)
  }
}
