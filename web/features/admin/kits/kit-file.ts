import type { Document, LineCounter } from 'yaml'
import { KIT_BODY_LIMIT, KitDocument } from '#contract/admin/kit-document.ts'
import { formatBytes } from '#web/lib/format.ts'

/** At most so many aliases: a text of a few lines can’t become millions of values. */
const MAX_ALIASES = 100

const loadYaml = () => import('yaml')

/** A document as YAML, as the command line writes it. */
export const writeKitYaml = async (document: unknown): Promise<string> =>
  (await loadYaml()).stringify(document, { lineWidth: 110 })

interface Source {
  document: Document.Parsed
  lines: LineCounter
}

/** The line of a path, or of the nearest value above it. */
function lineOf({ document, lines }: Source, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length).map(String), true) as
      | { range?: [number, number, number] }
      | undefined
    if (node?.range) return lines.linePos(node.range[0]).line
  }
  return 1
}

/**
 * The kit of a YAML or JSON text.
 * @throws Error that names the line
 */
export async function readKitText(text: string): Promise<KitDocument> {
  const { LineCounter: Lines, parseDocument } = await loadYaml()
  const lines = new Lines()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const [problem] = document.errors
  if (problem)
    throw new Error(`Line ${problem.linePos?.[0].line ?? 1} can’t be read: ${problem.message.split('\n')[0]}`)
  const result = KitDocument.safeParse(document.toJS({ maxAliasCount: MAX_ALIASES }))
  if (result.data) return result.data
  const issue = result.error?.issues[0]
  const unknown = issue && 'keys' in issue && Array.isArray(issue.keys) ? String(issue.keys[0]) : null
  const path = [...(issue?.path ?? []), ...(unknown === null ? [] : [unknown])]
  const what = unknown === null ? issue?.message : 'there is no such key'
  throw new Error(
    `Line ${lineOf({ document, lines }, path)}: ${path.length > 0 ? `${path.map(String).join('.')}: ` : ''}${what}`,
  )
}

/** The kit of a file. @throws Error that says what is wrong with it */
export async function readKitFile(file: File): Promise<KitDocument> {
  if (file.size > KIT_BODY_LIMIT) throw new Error(`A kit has at most ${formatBytes(KIT_BODY_LIMIT)}`)
  return readKitText(await file.text())
}
