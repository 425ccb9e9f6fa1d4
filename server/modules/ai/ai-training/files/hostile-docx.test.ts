import { strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import type { BoundedOutcome } from '#server/platform/bounded-child.ts'
import { makeDocx } from '#server/testing/document-files.ts'
import { readDocx } from './read-docx.ts'
import { createReadFileText } from './read-file.ts'

const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const documentOf = (body: string) =>
  strToU8(`<w:document xmlns:w="${NAMESPACE}"><w:body>${body}</w:body></w:document>`)
const nested = (depth: number) =>
  `${'<w:p>'.repeat(depth)}<w:r><w:t>deep</w:t></w:r>${'</w:p>'.repeat(depth)}`

it('a Word document is read with paragraphs nested as deep as programs write them', async () => {
  expect(await readDocx(makeDocx([], { 'word/document.xml': documentOf(nested(100)) }))).toContain('deep')
})

it.each([
  ['paragraphs inside each other', { 'word/document.xml': documentOf(nested(200_000)) }],
  ['too many elements', { 'word/document.xml': documentOf('<w:p/>'.repeat(600_000)) }],
  [
    'a main part under another name',
    {
      '_rels/.rels': strToU8(
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/picture.png"/></Relationships>',
      ),
      'word/picture.png': documentOf(nested(200_000)),
    },
  ],
  ['deep notes', { 'word/footnotes.xml': documentOf(nested(200_000)) }],
])('refuses a document with %s', async (_name, parts) => {
  await expect(readDocx(makeDocx(['text'], parts))).rejects.toMatchObject({ reason: 'too_large' })
})

it('reading a Word document ignores undecodable bytes of its images', async () => {
  const picture = Buffer.from(`\u0089PNG\r\n${'<a>'.repeat(100_000)}`, 'latin1')
  expect(await readDocx(makeDocx(['text'], { 'word/media/image1.png': new Uint8Array(picture) }))).toContain(
    'text',
  )
})

it('leaves room for other accounts while files of one take long', async () => {
  const started: string[] = []
  const ends: ((outcome: BoundedOutcome) => void)[] = []
  const read = createReadFileText(({ args }) => {
    started.push(String(args[0]))
    return new Promise((resolve) => ends.push(resolve))
  })
  const { signal } = new AbortController()
  const file = (name: string) => ({ name, bytes: new Uint8Array() })
  const leaving = new AbortController()
  const reading = [
    read(1, file('slow-1'), signal),
    read(1, file('slow-2'), signal),
    read(2, file('other'), signal),
  ]
  const left = expect(read(1, file('left'), leaving.signal)).rejects.toThrow('gone')
  leaving.abort(new Error('gone'))
  await left
  await expect.poll(() => started).toEqual(['slow-1', 'other'])
  ends[0]?.({ kind: 'time' })
  await expect.poll(() => started).toEqual(['slow-1', 'other', 'slow-2'])
  for (const end of ends) end({ kind: 'time' })
  expect(await Promise.all(reading)).toEqual(Array(3).fill({ ok: false, reason: 'took_too_long' }))
})
