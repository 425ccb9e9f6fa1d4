import type { KitDocument } from '#contract/admin/kit-document.ts'
import { KIT_BODY_LIMIT } from '#contract/admin/kit-part-names.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { loadFile } from '#web/lib/chunk-reload.ts'
import { formatBytes } from '#web/lib/format.ts'

/** At most so many aliases: a text of a few lines can’t become millions of values. */
const MAX_ALIASES = 100

const loadYaml = () => loadFile(() => import('yaml'))

/** A document as YAML, as the command line writes it. */
export const writeKitYaml = async (document: unknown): Promise<string> =>
  (await loadYaml()).stringify(document, { lineWidth: 110 })

/** A kit as it was read, which the server has yet to check. */
export interface KitFile {
  document: KitDocument
  /** The line of a path, or of the nearest value above it. */
  lineOf(path: readonly string[]): number
}

/**
 * The values of a YAML or JSON text.
 * @throws Error that names the line
 */
export async function readKitText(text: string): Promise<KitFile> {
  const { isCollection, LineCounter: Lines, parseDocument } = await loadYaml()
  const lines = new Lines()
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const [problem] = parsed.errors
  if (problem)
    throw new Error(`Line ${problem.linePos?.[0].line ?? 1} can’t be read: ${problem.message.split('\n')[0]}`)
  const document = parsed.toJS({ maxAliasCount: MAX_ALIASES })
  if (typeof document?.kit !== 'string') throw new Error('This is no kit: it has no name in “kit”')
  const lineOf = (path: readonly string[]): number => {
    for (let length = path.length; length > 0; length--) {
      const parent = length === 1 ? parsed.contents : parsed.getIn(path.slice(0, length - 1), true)
      if (!isCollection(parent)) continue
      const node = parsed.getIn(path.slice(0, length), true) as { range?: [number] } | undefined
      if (node?.range) return lines.linePos(node.range[0]).line
    }
    return 1
  }
  return { document, lineOf }
}

/** The kit of a file. @throws Error that says what is wrong with it */
export async function readKitFile(file: File): Promise<KitFile> {
  if (file.size > KIT_BODY_LIMIT) throw new Error(`A kit has at most ${formatBytes(KIT_BODY_LIMIT)}`)
  return readKitText(await file.text())
}

/** What the server says about a file, with the line; any other error as it is. */
export function nameLine({ lineOf }: KitFile, error: unknown): unknown {
  const found =
    error instanceof ApiError && Object.entries(error.fields).find(([field]) => /^document\./.test(field))
  if (!found) return error
  const path = found[0].split('.').slice(1)
  return new Error(`Line ${lineOf(path)}: ${path.join('.')}: ${found[1]}`)
}
