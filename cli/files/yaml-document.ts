import { type Document, isMap, isScalar, LineCounter, parseDocument, stringify } from 'yaml'
import { usageError } from '../cli-error.ts'

/** A YAML or JSON text with the places of its values. */
export interface YamlSource {
  value: unknown
  document: Document
  lines: LineCounter
}

/** At most so many aliases: a text of a few lines can’t become millions of values. */
const MAX_ALIASES = 100

/** @throws a usage error that names the line. */
export function readYaml(text: string, file: string): YamlSource {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true })
  const [problem] = document.errors
  if (problem)
    throw usageError(
      `"${file}" can’t be read, line ${problem.linePos?.[0].line ?? 1}: ${problem.message.split('\n')[0]}`,
    )
  return { value: document.toJS({ maxAliasCount: MAX_ALIASES }), document: document as Document, lines }
}

/** The line of a key, or of the nearest one above it that is in the text. */
export function placeOf({ document, lines }: YamlSource, path: readonly string[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true)
    const pair = isMap(parent) ? parent.items.find(({ key }) => String(key) === path[length - 1]) : undefined
    const range = (pair?.key as { range?: [number, number, number] } | undefined)?.range
    if (range) return lines.linePos(range[0]).line
  }
  return 1
}

export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 110 })

/**
 * The text with new values, parts and names; comments stay at what stays. `name` under its key `head` only if it is given:
 * otherwise the file keeps its own. What `fill` makes of a text of the file decides whether it is still the same.
 */
export function keepComments(
  { document }: YamlSource,
  kit: object,
  { head, name }: { head: 'kit' | 'installation'; name: string | undefined },
  fill: (value: unknown) => unknown = (value) => value,
): string {
  const wanted =
    name === undefined
      ? { ...kit, [head]: document.get(head) ?? (kit as Record<string, unknown>)[head] }
      : kit
  const set = (path: string[], value: unknown): void => {
    const node = document.getIn(path, true)
    if (typeof value !== 'object' || value === null || Array.isArray(value) || !isMap(node)) {
      const old = fill((node as { toJSON?(): unknown } | undefined)?.toJSON?.() ?? node)
      if (JSON.stringify(old) === JSON.stringify(value)) return
      // The comment behind a value belongs to its node.
      if (isScalar(node) && !(value instanceof Object)) node.value = value
      else document.setIn(path, document.createNode(value))
      return
    }
    for (const { key } of [...node.items])
      if (!(String(key) in value)) document.deleteIn([...path, String(key)])
    for (const [key, inner] of Object.entries(value)) set([...path, key], inner)
  }
  for (const [key, value] of Object.entries(wanted)) set([key], value)
  const kept = new Set([...Object.keys(wanted), 'description'])
  if (isMap(document.contents))
    for (const { key } of [...document.contents.items])
      if (!kept.has(String(key))) document.deleteIn([String(key)])
  return document.toString({ lineWidth: 110 })
}
