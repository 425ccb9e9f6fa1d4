import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseSync } from '@swc/core'

/** The source trees of the project, as folders below its root. */
const SOURCE_TREES = [
  'contract',
  'server',
  'web',
  'cli',
  'e2e',
  'bench',
  'scripts',
  'sdk',
  'integrations',
] as const

const CODE_FILE = /\.(ts|tsx|js|mjs)$/
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'coverage'])

/** A syntax tree node, with the fields every walk needs. */
export interface SyntaxNode {
  type: string
  /** Byte offsets in the file, from 1. */
  span?: { start: number; end: number }
  [field: string]: unknown
}

/** A parsed code file. */
export interface SourceFile {
  /** Path below the root with forward slashes, for example `server/main.ts`. */
  path: string
  /** Number of lines; a last empty one does not count. */
  lineCount: number
  tree: SyntaxNode
  /** Line (from 1) of a byte offset in `span`. */
  lineAt(byteOffset: number): number
}

/** True for test files and test-only folders. */
export function isTestPath(path: string): boolean {
  return /\.(test|soak)\.tsx?$/.test(path) || /^(server|web)\/testing\//.test(path) || path.startsWith('e2e/')
}

/**
 * Reads and parses every code file of the source trees below `root`, sorted by path, without declaration files (`.d.ts`).
 * Throws an Error that names a file that cannot be parsed.
 */
export function readSourceFiles(root: string, trees: readonly string[] = SOURCE_TREES): SourceFile[] {
  return trees
    .flatMap((tree) => listCodeFiles(join(root, tree)))
    .map((file) => relative(root, file).split(sep).join('/'))
    .sort()
    .map((path) => parseFile(root, path))
}

/** Visits every node of a syntax tree, parents first, with its ancestors (nearest last). */
export function walk(
  root: unknown,
  visit: (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => void,
): void {
  const ancestors: SyntaxNode[] = []
  const step = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(step)
      return
    }
    if (value === null || typeof value !== 'object') return
    const node = value as SyntaxNode
    const isNode = typeof node.type === 'string'
    if (isNode) visit(node, ancestors)
    if (isNode) ancestors.push(node)
    for (const key in node) if (key !== 'span') step(node[key])
    if (isNode) ancestors.pop()
  }
  step(root)
}

function listCodeFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listCodeFiles(path)
    return CODE_FILE.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : []
  })
}

function parseFile(root: string, path: string): SourceFile {
  const bytes = readFileSync(join(root, path))
  const text = bytes.toString('utf8')
  const lineStarts = [0]
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lineStarts.push(at + 1)
  let tree: SyntaxNode
  try {
    tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx') }) as unknown as SyntaxNode
  } catch (cause) {
    throw new Error(`${path} cannot be parsed`, { cause })
  }
  return {
    path,
    lineCount: lineStarts.at(-1) === bytes.length ? lineStarts.length - 1 : lineStarts.length,
    tree,
    lineAt: (byteOffset) => findLine(lineStarts, byteOffset - 1),
  }
}

/** Binary search for the last line that starts at or before `offset`. */
function findLine(lineStarts: number[], offset: number): number {
  let low = 0
  let high = lineStarts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (lineStarts[middle]! <= offset) low = middle
    else high = middle
  }
  return low + 1
}

/** The property name of `object.name` or `object['name']`, else undefined. */
export function memberName(node: SyntaxNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  const property = node.property as SyntaxNode
  const named = property.type === 'Computed' ? (property.expression as SyntaxNode) : property
  return typeof named.value === 'string' ? named.value : undefined
}
