import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { type FileOutcome, FileProblem, MAX_FILE_CHARS } from './file-outcome.ts'
import { fileType } from './file-type.ts'
import { decoded, readMarkdown } from './read-plain.ts'

/**
 * Reads one file in a separate process: bytes on standard input, the result as JSON on standard output. A
 * hostile file can only harm this process. It lives for one file, so it loads only that type's libraries.
 */
async function read(name: string, bytes: Uint8Array): Promise<FileOutcome> {
  const type = fileType(name, bytes)
  const named = name.replace(/\.[a-z]+$/i, '')
  const done = (text: string, note: string | null = null, title = named): FileOutcome => {
    if (!/[\p{L}\p{N}]/u.test(text)) throw new FileProblem('no_text')
    const cut = text.length > MAX_FILE_CHARS ? 'The file is too long, so its end was skipped' : null
    return {
      ok: true,
      type,
      title,
      text: text.slice(0, MAX_FILE_CHARS),
      note: [note, cut].filter(Boolean).join('. ') || null,
    }
  }
  switch (type) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.ts')
      const { text, note } = await readPdf(bytes)
      return done(text, note)
    }
    case 'docx': {
      const { readDocx } = await import('./read-docx.ts')
      return done(await readDocx(bytes))
    }
    case 'html': {
      const { visibleText } = await import('../text/visible-text.ts')
      const page = visibleText(decoded(bytes))
      return done(page.text, null, page.title || named)
    }
    case 'csv': {
      const { readTable } = await import('./read-table.ts')
      return done(readTable(decoded(bytes)))
    }
    case 'md':
      return done(readMarkdown(decoded(bytes)))
    default:
      return done(decoded(bytes))
  }
}

/** Ends this process when its parent is gone, even during a loop in the parser. */
const LONGEST_MS = 120_000
new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${LONGEST_MS})`, { eval: true }).unref()

const [name = ''] = process.argv.slice(2)
const outcome = await buffer(process.stdin)
  .then((bytes) => read(name, new Uint8Array(bytes)))
  .catch(
    (error: unknown): FileOutcome => ({
      ok: false,
      reason: error instanceof FileProblem ? error.reason : 'damaged',
    }),
  )
process.stdout.write(JSON.stringify(outcome))
