import type { Readable } from 'node:stream'
import yauzl, { type Entry, RandomAccessReader, type ZipFile } from 'yauzl'
import { XlsxError } from './xlsx-error.ts'

export interface RandomFile {
  size: number
  read(offset?: number, end?: number): Readable
}

class FileReader extends RandomAccessReader {
  readonly #file: RandomFile
  constructor(file: RandomFile) {
    super()
    this.#file = file
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return this.#file.read(start, end)
  }
}

/** Maximum entries of a workbook; a real one has some dozens. */
const MAX_ENTRIES = 10_000

const broken = (cause: unknown) =>
  new XlsxError('We couldn’t read this as an Excel workbook. It’s damaged or another kind of file.', {
    cause,
  })

/** Entries of a zip archive by name, still compressed. */
export interface Zip {
  entry(name: string): Entry | undefined
  names(): IterableIterator<string>
  /** The unpacked bytes of an entry; never more than its declared size. */
  open(entry: Entry): Promise<Readable>
}

const openArchive = (file: RandomFile): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromRandomAccessReader(
      new FileReader(file),
      file.size,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true },
      (error, archive) => (error ? reject(broken(error)) : resolve(archive)),
    )
  })

/** Reads the entries of a zip archive. @throws XlsxError when it is not one */
export async function openZip(file: RandomFile): Promise<Zip> {
  const archive = await openArchive(file)
  const entries = new Map<string, Entry>()
  await new Promise<void>((resolve, reject) => {
    archive.on('error', (error) => reject(broken(error)))
    archive.on('end', resolve)
    archive.on('entry', (entry: Entry) => {
      if (entries.size >= MAX_ENTRIES)
        return reject(new XlsxError('This workbook has too many parts. Save it as CSV.'))
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
      archive.readEntry()
    })
    archive.readEntry()
  })
  return {
    entry: (name) => entries.get(name),
    names: () => entries.keys(),
    open: (entry) =>
      new Promise((resolve, reject) => {
        archive.openReadStream(entry, (error, stream) => (error ? reject(broken(error)) : resolve(stream)))
      }),
  }
}

/** Converts errors of a damaged archive to XlsxError. */
export const asXlsxError = (error: unknown): unknown => {
  const code = (error as { code?: string } | null)?.code ?? ''
  const message = error instanceof Error ? error.message : ''
  return error instanceof XlsxError ||
    !(
      code.startsWith('Z_') ||
      /uncompressed|central dir|end of central|bytes in the stream|compress/i.test(message)
    )
    ? error
    : broken(error)
}
