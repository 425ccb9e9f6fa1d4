import { Readable } from 'node:stream'
import mammoth from 'mammoth'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { readAllXml, XmlTooLarge } from '#server/platform/xml/read-xml.ts'
import { FileProblem } from './file-outcome.ts'

const MAX_ENTRIES = 5000
/** Maximum uncompressed bytes of one part, and of all. */
const MAX_PART = 40_000_000
const MAX_ALL = 120_000_000
/** Elements and attributes of all parts: about 20 per line of text. */
const MAX_NODES = 500_000
const MACROS = /vbaProject\.bin$|vbaData\.xml$/i

function open(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      zip && !error ? resolve(zip) : reject(new FileProblem('damaged')),
    )
  })
}

function openPart(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) =>
      stream && !error ? resolve(stream) : reject(new FileProblem('damaged')),
    )
  })
}

/** Anything that starts like XML is parsed as such whatever its name: the archive itself names the relevant parts. */
const looksLikeXml = (head: Buffer): boolean => /^\ufeff?\s*(?:<|$)/.test(head.toString('utf8'))

/**
 * Decompresses a part without storing it, and returns its size: the archive's declared size may be wrong. The
 * parser then builds a tree of its elements, so their number and depth are limited here.
 */
async function checkPart(zip: ZipFile, entry: Entry, max: number): Promise<number> {
  let size = 0
  const bounded = async function* (part: Readable) {
    for await (const chunk of part as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > max) throw new FileProblem('too_large')
      yield chunk
    }
  }
  const pieces = bounded(await openPart(zip, entry))
  const head = (await pieces.next()).value ?? Buffer.alloc(0)
  const whole = async function* () {
    yield head
    yield* pieces
  }
  if (looksLikeXml(head)) await readAllXml(Readable.from(whole()), {}, { nodes: MAX_NODES })
  else for await (const _ of pieces);
  return size
}

const asFileProblem = (error: unknown): FileProblem =>
  error instanceof FileProblem
    ? error
    : new FileProblem(error instanceof XmlTooLarge ? 'too_large' : 'damaged')

function entries(zip: ZipFile, visit: (entry: Entry) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      visit(entry).then(
        () => zip.readEntry(),
        (error) => reject(asFileProblem(error)),
      )
    })
    zip.on('end', resolve)
    zip.on('error', () => reject(new FileProblem('damaged')))
    zip.readEntry()
  })
}

/** Decompresses an archive once without storing it, to ensure that it is small. */
async function checkArchive(bytes: Uint8Array): Promise<void> {
  const zip = await open(bytes)
  if (zip.entryCount > MAX_ENTRIES) throw new FileProblem('too_large')
  let all = 0
  let hasDocument = false
  await entries(zip, async (entry) => {
    if (MACROS.test(entry.fileName)) throw new FileProblem('macros')
    if (entry.isEncrypted()) throw new FileProblem('encrypted')
    if (entry.uncompressedSize > MAX_PART) throw new FileProblem('too_large')
    if (entry.fileName === 'word/document.xml') hasDocument = true
    if (!entry.fileName.endsWith('/')) all += await checkPart(zip, entry, Math.min(MAX_PART, MAX_ALL - all))
  })
  if (!hasDocument) throw new FileProblem('unknown_type')
}

/** The text of a Word document, one line per paragraph. @throws FileProblem. */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  await checkArchive(bytes)
  try {
    return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value
  } catch {
    throw new FileProblem('damaged')
  }
}
