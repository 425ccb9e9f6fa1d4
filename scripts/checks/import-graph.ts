import { existsSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { type SourceFile, type SyntaxNode, walk } from './source-files.ts'

/** An import, including type-only ones. */
export interface ImportEdge {
  /** Importing file, below the root. */
  from: string
  line: number
  /** As written, for example `#contract/leads/lists.ts`. */
  specifier: string
  /** A path below the root, `npm:<package>` or `node:<module>`. */
  to: string
  /** False when the specifier means a missing file of this project. */
  found: boolean
}

type SubpathImports = Record<string, string>

/** Reads the `imports` field of the package at `root`: the targets of `#contract/*` and so on. */
export function readSubpathImports(root: string): SubpathImports {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports?: SubpathImports
  }
  return manifest.imports ?? {}
}

/** Finds and resolves every static, re-exporting, dynamic and type-position import of the files. */
export function readImports(root: string, files: readonly SourceFile[]): ImportEdge[] {
  const subpaths = readSubpathImports(root)
  return files.flatMap((file) => {
    const edges: ImportEdge[] = []
    walk(file.tree, (node) => {
      const specifier = importedSpecifier(node)
      if (specifier === undefined) return
      const line = file.lineAt(node.span?.start ?? 1)
      edges.push({ from: file.path, line, specifier, ...resolve(root, subpaths, file.path, specifier) })
    })
    return edges
  })
}

/** The specifier when this node imports something, else undefined. */
function importedSpecifier(node: SyntaxNode): string | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
      return literalText(node.source)
    case 'TsImportType':
      return literalText(node.argument)
    case 'CallExpression': {
      const callee = node.callee as SyntaxNode
      const loads = callee.type === 'Import' || (callee.type === 'Identifier' && callee.value === 'require')
      const [first] = node.arguments as Array<{ expression: SyntaxNode }>
      return loads ? literalText(first?.expression) : undefined
    }
    default:
      return undefined
  }
}

function literalText(value: unknown): string | undefined {
  const node = value as SyntaxNode | null | undefined
  return node?.type === 'StringLiteral' ? (node.value as string) : undefined
}

function resolve(root: string, subpaths: SubpathImports, from: string, specifier: string) {
  // A query is for the bundler (`./icon.svg?raw`), not part of the file name.
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return locate(root, posix.join(posix.dirname(from), bare))
  if (bare.startsWith('#')) return locate(root, expandSubpath(subpaths, bare))
  if (isBuiltin(bare)) return { to: `node:${bare.replace(/^node:/, '')}`, found: true }
  const [scopeOrName, name] = bare.split('/')
  return { to: `npm:${scopeOrName!.startsWith('@') ? `${scopeOrName}/${name}` : scopeOrName}`, found: true }
}

function expandSubpath(subpaths: SubpathImports, specifier: string): string {
  for (const [pattern, target] of Object.entries(subpaths)) {
    const [head = '', tail = ''] = pattern.split('*')
    if (!pattern.includes('*') ? specifier !== pattern : !specifier.startsWith(head)) continue
    const middle = specifier.slice(head.length, specifier.length - tail.length)
    return posix.normalize(target.replace('*', middle))
  }
  return specifier
}

/** The bundler also finds files without their extension; Node does not, and tsc already rejects that there. */
function locate(root: string, path: string): { to: string; found: boolean } {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`]
  const file = candidates.find((candidate) => isFile(join(root, candidate)))
  return { to: file ?? path, found: file !== undefined }
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
