import { resolve } from 'node:path'
import { buildGraph, findCycles } from './checks/cycles.ts'
import { EXCEPTIONS } from './checks/exceptions.ts'
import {
  applyExceptions,
  blindnessFindings,
  type CheckResult,
  type Exception,
  type Finding,
  report,
} from './checks/findings.ts'
import { findGroupFolder, GROUPS, mayImportGroup } from './checks/groups.ts'
import { type ImportEdge, readImports, readSubpathImports } from './checks/import-graph.ts'
import { breaksRule, IMPORT_RULES } from './checks/import-rules.ts'
import { isTestPath, readSourceFiles } from './checks/source-files.ts'

/** Names of all rules. */
export const IMPORT_RULE_NAMES: readonly string[] = [
  ...IMPORT_RULES.map((rule) => rule.name),
  'import-not-found',
  'alias-across-trees',
  'no-cycles',
  'no-module-cycles',
  'no-feature-cycles',
  'group-unknown',
  'group-imports-down',
]

/**
 * Checks the direction of every import (including type-only ones) of the project at `root`, and for cycles among
 * files or server modules. Fails when a folder named in package.json has no files, or when it found hardly any
 * import.
 */
export function checkImports(root: string, exceptions: readonly Exception[] = EXCEPTIONS): CheckResult {
  const files = readSourceFiles(root)
  const paths = files.map((file) => file.path)
  const edges = readImports(root, files)
  const promisedTrees = Object.keys(readSubpathImports(root)).map((key) => key.replace(/^#|\/.*$/g, ''))
  const findings = [
    ...blindnessFindings(paths, promisedTrees),
    ...tooFewImports(paths.length, edges.length),
    ...edges.flatMap(directionFindings),
    ...edges.flatMap((edge) => spellingFindings(edge, promisedTrees)),
    ...cycleFindings(edges),
    ...folderCycleFindings(edges, MODULE),
    ...folderCycleFindings(edges, FEATURE),
    ...paths.flatMap(groupFindings),
    ...edges.flatMap(groupOrderFindings),
  ]
  return {
    seen: `saw ${paths.length} modules and ${edges.length} imports`,
    findings: applyExceptions(findings, exceptions, IMPORT_RULE_NAMES),
  }
}

/** Several files almost always import more often than once each; fewer means the reader is broken. */
function tooFewImports(modules: number, imports: number): Finding[] {
  if (imports >= modules / 2) return []
  const detail = `${imports} imports in ${modules} modules are too few to believe`
  return [
    { rule: 'check-saw-nothing', file: '.', detail, remedy: 'Look whether the parser still finds imports.' },
  ]
}

function directionFindings(edge: ImportEdge): Finding[] {
  return IMPORT_RULES.filter((rule) => breaksRule(rule, edge.from, edge.to)).map((rule) => ({
    rule: rule.name,
    file: edge.from,
    line: edge.line,
    detail: `-> ${edge.to}`,
    remedy: rule.remedy,
  }))
}

function spellingFindings(edge: ImportEdge, aliasedTrees: readonly string[]): Finding[] {
  const { from, line, specifier, to, found } = edge
  const place = { file: from, line, detail: `-> ${specifier}` }
  if (!found) {
    return [
      { ...place, rule: 'import-not-found', remedy: 'Correct the path; no file of the project is there.' },
    ]
  }
  const crosses = aliasedTrees.some((tree) => to.startsWith(`${tree}/`) && !from.startsWith(`${tree}/`))
  if (!crosses || !specifier.startsWith('.')) return []
  return [
    { ...place, rule: 'alias-across-trees', remedy: 'Write #contract/..., #server/... or #web/... instead.' },
  ]
}

function cycleFindings(edges: readonly ImportEdge[]): Finding[] {
  return findCycles(buildGraph(edges.map(({ from, to }) => [from, to] as const))).map(([first, ...rest]) => ({
    rule: 'no-cycles',
    file: first!,
    detail: `-> ${rest.join(' -> ')}`,
    remedy: 'Move what both need to a file below them, or pass it as an argument.',
  }))
}

/** A kind of folder whose members must not import each other in a cycle. */
interface FolderKind {
  rule: string
  tree: string
  pattern: RegExp
  remedy: string
}

const MODULE: FolderKind = {
  rule: 'no-module-cycles',
  tree: 'server/modules',
  pattern: /^server\/modules\/([^/]+\/[^/]+)\//,
  remedy:
    'Let the lower module declare an event or a question and the higher one answer it, or move the shared part down.',
}

const FEATURE: FolderKind = {
  rule: 'no-feature-cycles',
  tree: 'web/features',
  pattern: /^web\/features\/([^/]+\/[^/]+)\//,
  remedy: 'Move what both features need to the one below them, or join the two in web/app.',
}

/** Tests may import neighbors without making their folder depend on them. */
function folderCycleFindings(edges: readonly ImportEdge[], { rule, tree, pattern, remedy }: FolderKind) {
  const findFolder = (path: string) => (isTestPath(path) ? undefined : pattern.exec(path)?.[1])
  const pairs = edges.flatMap(({ from, to }) => {
    const [source, target] = [findFolder(from), findFolder(to)]
    return source && target ? [[source, target] as const] : []
  })
  return findCycles(buildGraph(pairs)).map(([first, ...rest]) => ({
    rule,
    file: `${tree}/${first}`,
    detail: `-> ${rest.join(' -> ')}`,
    remedy,
  }))
}

function groupFindings(path: string): Finding[] {
  const group = findGroupFolder(path)
  if (!group || (GROUPS as readonly string[]).includes(group)) return []
  const remedy = `Move it into one of ${GROUPS.join(', ')} (scripts/checks/groups.ts).`
  return [{ rule: 'group-unknown', file: path, detail: `group ${group}`, remedy }]
}

function groupOrderFindings({ from, to, line }: ImportEdge): Finding[] {
  const isModule = (path: string) => MODULE.pattern.test(path)
  if (isTestPath(from) || !isModule(from) || !isModule(to)) return []
  if (mayImportGroup(findGroupFolder(from)!, findGroupFolder(to)!)) return []
  const remedy =
    'A group imports only groups below it: the lower one declares an event or a question, the higher one answers.'
  return [{ rule: 'group-imports-down', file: from, line, detail: `-> ${to}`, remedy }]
}

if (import.meta.main) {
  const root = resolve(process.argv[2] ?? '.')
  process.exitCode = report('check-imports', checkImports(root), console.log)
}
