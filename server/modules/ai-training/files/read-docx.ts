import mammoth from 'mammoth'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { FileProblem } from './file-outcome.ts'

const MAX_ENTRIES = 5000
/** Bytes of one part, and of all, after unpacking. */
const MAX_PART = 40_000_000
const MAX_ALL = 120_000_000
const MACROS = /vbaProject\.bin$|vbaData\.xml$/i

function open(bytes: Uint8Array): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      zip && !error ? resolve(zip) : reject(new FileProblem('damaged')),
    )
  })
}

/** Bytes that a part really unpacks to: what the archive says of itself may be wrong. */
function unpackedSize(zip: ZipFile, entry: Entry, most: number): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error || !stream) return reject(new FileProblem('damaged'))
      let size = 0
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > most) stream.destroy(new FileProblem('too_large'))
      })
      stream.on('end', () => resolve(size))
      stream.on('error', (fault) => reject(fault instanceof FileProblem ? fault : new FileProblem('damaged')))
    })
  })
}

function entries(zip: ZipFile, visit: (entry: Entry) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      visit(entry).then(() => zip.readEntry(), reject)
    })
    zip.on('end', resolve)
    zip.on('error', () => reject(new FileProblem('damaged')))
    zip.readEntry()
  })
}

/** Unpacks an archive once without keeping anything, so that what is opened afterwards is known to be small. */
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
    if (!entry.fileName.endsWith('/'))
      all += await unpackedSize(zip, entry, Math.min(MAX_PART, MAX_ALL - all))
  })
  if (!hasDocument) throw new FileProblem('unknown_type')
}

/** The text of a Word document, a paragraph each. @throws FileProblem. */
export async function readDocx(bytes: Uint8Array): Promise<string> {
  await checkArchive(bytes)
  try {
    return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value
  } catch {
    throw new FileProblem('damaged')
  }
}
