import { strToU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTrainingFile,
  showTraining,
  trainingFiles,
  updateTrainingFile,
} from '#contract/ai/ai-training.ts'
import { makeDocx, makePdf } from '#server/testing/document-files.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { upload } from '#server/testing/http-call.ts'
import { wordsOfPage } from '#server/testing/page-site.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { wordsInOrder } from '#server/testing/words-in-order.ts'

let t: TestApp
let url: string
let owner: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  url = await t.listen()
  owner = await t.account({ modules: ['leads', 'ai_suggest'] })
})
afterAll(() => t.close())

async function add(name: string, bytes: Buffer | string) {
  const upload_id = await upload(url, owner, bytes, name)
  return t.call(createTrainingFile, { body: { upload_id } }, owner)
}
async function textOf(name: string, bytes: Buffer | string): Promise<string> {
  const added = await add(name, bytes)
  expect(added.status, JSON.stringify(added.error)).toBe(201)
  return (await t.call(showTraining, { params: { id: added.body.data.id } }, owner)).body.data.text
}
async function reasonFor(name: string, bytes: Buffer | string) {
  const { status, error } = await add(name, bytes)
  return [status, error?.details?.reason]
}

const PARAGRAPHS = Array.from({ length: 40 }, (_, index) => wordsOfPage(index))
const UMLAUTS = 'Größe und Übermaß: 5 € für Äpfel, “fresh” – naïve café (really) \\ 50 % off.'
const ALL = [UMLAUTS, ...PARAGRAPHS]
const WHOLE = ALL.join(' ')

describe('files with a known text', () => {
  it.each([
    ['words.docx', makeDocx(ALL)],
    ['words.txt', Buffer.from(ALL.join('\n\n'))],
    ['words-16.txt', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(ALL.join('\r\n'), 'utf16le')])],
    ['words.md', Buffer.from(`# ${ALL.join('\n\n')}`)],
    [
      'words.csv',
      Buffer.from(ALL.map((text, index) => `"${text.replaceAll('"', '""')}",${index}`).join('\n')),
    ],
    [
      'words.html',
      Buffer.from(`<body>${ALL.map((text) => `<p>${text.replace('&', '&amp;')}</p>`).join('')}</body>`),
    ],
  ])('%s: at least 99% of the words in order', async (name, bytes) => {
    const wanted = name.endsWith('.csv') ? ALL.map((text, index) => `${text} ${index}`).join(' ') : WHOLE
    expect(wordsInOrder(wanted, await textOf(name, bytes))).toBeGreaterThanOrEqual(0.99)
  })

  it('a PDF with western characters', async () => {
    const pages = [UMLAUTS.replace(/[€“”–]/g, '-'), ...PARAGRAPHS]
    const text = await textOf('words.pdf', makePdf(pages))
    expect(wordsInOrder(pages.join(' '), text)).toBeGreaterThanOrEqual(0.99)
  })

  it('a western file from Windows', async () => {
    expect(await textOf('old.txt', Buffer.from('Größe für Äpfel', 'latin1'))).toBe('Größe für Äpfel')
  })

  it('a PDF of 300 pages', async () => {
    const pages = Array.from({ length: 300 }, (_, index) => `Page ${index}. ${wordsOfPage(index)}`)
    expect(wordsInOrder(pages.join(' '), await textOf('long.pdf', makePdf(pages)))).toBeGreaterThanOrEqual(
      0.99,
    )
  })

  it('are listed with their size, and can be renamed', async () => {
    const { id, file_type, bytes, title } = (await add('Prices 2026.txt', 'Ten coins')).body.data
    expect([file_type, bytes, title]).toEqual(['txt', 9, 'Prices 2026'])
    await t.call(updateTrainingFile, { params: { id }, body: { title: 'Prices' } }, owner)
    const { data } = (await t.call(trainingFiles, { query: { search: 'ten coins' } }, owner)).body
    expect(data).toMatchObject([{ id, title: 'Prices', file_name: 'Prices 2026.txt' }])
  })
})

describe('difficult files', () => {
  it('are refused with the reason', async () => {
    const pdf = makePdf(PARAGRAPHS)
    const docx = makeDocx(PARAGRAPHS)
    expect(await reasonFor('locked.pdf', makePdf(['x'], { isEncrypted: true }))).toEqual([422, 'encrypted'])
    const ole = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)])
    expect(await reasonFor('locked.docx', ole)).toEqual([422, 'encrypted'])
    expect(await reasonFor('cut.docx', docx.subarray(0, docx.length / 2))).toEqual([422, 'damaged'])
    expect(await reasonFor('macro.docx', makeDocx(['x'], { 'word/vbaProject.bin': strToU8('x') }))).toEqual([
      422,
      'macros',
    ])
    expect(await reasonFor('macro.docm', makeDocx(['x'], { 'word/vbaProject.bin': strToU8('x') }))).toEqual([
      422,
      'macros',
    ])
    expect(await reasonFor('scan.pdf', makePdf(['', '']))).toEqual([422, 'no_text'])
    expect(await reasonFor('program.exe', 'MZ')).toEqual([422, 'unknown_type'])
    expect(await reasonFor('picture.pdf', 'GIF89a')).toEqual([422, 'unknown_type'])
    expect(await reasonFor('really.txt', pdf)).toEqual([422, 'unknown_type'])
    expect(await reasonFor('archive.docx', makeDocx([], { 'word/document.xml': strToU8('<oops') }))).toEqual([
      422,
      'damaged',
    ])
  })

  it('a truncated PDF is read as far as possible, or refused', async () => {
    const pdf = makePdf(PARAGRAPHS)
    const { status, error } = await add('cut.pdf', pdf.subarray(0, Math.floor(pdf.length * 0.6)))
    if (status !== 201) expect([status, error?.details?.reason]).toEqual([422, 'damaged'])
  })

  it('archives that expand too much are not unpacked', async () => {
    const huge = { 'word/media/a.bin': new Uint8Array(40_000_001) }
    expect(await reasonFor('bomb.docx', makeDocx(['x'], huge))).toEqual([422, 'too_large'])
    const parts = Object.fromEntries(
      Array.from({ length: 4 }, (_, index) => [`word/media/${index}.bin`, new Uint8Array(30_000_000)]),
    )
    expect(await reasonFor('bombs.docx', makeDocx(['x'], parts))).toEqual([422, 'too_large'])
  })
})
