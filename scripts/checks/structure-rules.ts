import { refusedSql, setsNowOnConflict } from './cluster-rules.ts'
import type { Finding } from './findings.ts'
import { rightsInPolicies } from './rights-rule.ts'
import { noServiceFactory } from './service-factory-rule.ts'
import { isTestPath, memberName, type SourceFile, type SyntaxNode, walk } from './source-files.ts'
import { foreignUses, rowsUsed } from './table-owners.ts'

type Report = (node: SyntaxNode, detail: string) => void

/** A rule about the content of a file. */
interface StructureRule {
  name: string
  remedy: string
  /** The files it applies to. */
  appliesTo(path: string): boolean
  /** Checks one node and reports it when it breaks the rule. `ancestors` ends with the nearest. */
  check(node: SyntaxNode, report: Report, ancestors: readonly SyntaxNode[], path: string): void
}

const everywhere = () => true
const isServerProductCode = (path: string) =>
  path.startsWith('server/') && !path.startsWith('server/platform/') && !isTestPath(path)

const isIdentifier = (value: unknown, name: string): boolean => {
  const node = value as SyntaxNode | undefined
  return node?.type === 'Identifier' && node.value === name
}

/** The parser marks names no scope of the file declares with this context: they are globals. */
const GLOBAL_CONTEXT = 1
const isGlobal = (node: unknown, name: string): boolean =>
  isIdentifier(node, name) && (node as SyntaxNode).ctxt === GLOBAL_CONTEXT

/** Matches `object.name`, also as `globalThis.object.name`. */
function isMember(node: SyntaxNode, object: string, name: string): boolean {
  if (memberName(node) !== name) return false
  const owner = node.object as SyntaxNode
  return isGlobal(owner, object) || isGlobalThisMember(owner, object)
}

const isGlobalThisMember = (node: SyntaxNode, name: string): boolean =>
  memberName(node) === name && isGlobal(node.object, 'globalThis')

const noProcessEnv: StructureRule = {
  name: 'no-process-env',
  remedy: 'Read it in server/platform/env.ts and pass the value in.',
  appliesTo: isServerProductCode,
  check(node, report) {
    const imported = node.type === 'ImportDeclaration' && /^(node:)?process$/.test(readText(node.source))
    if (imported) report(node, 'imports the process module')
    else if (isMember(node, 'process', 'env')) report(node, 'reads process.env')
  },
}

const readText = (node: unknown): string => String((node as SyntaxNode).value)

const noBareFetch: StructureRule = {
  name: 'no-bare-fetch',
  remedy: 'Take the outbound fetcher of server/platform/fetch as an argument.',
  appliesTo: isServerProductCode,
  check(node, report, ancestors) {
    // `typeof fetch` is only a type.
    if (ancestors.at(-1)?.type === 'TsTypeQuery') return
    if (isGlobal(node, 'fetch') || isGlobalThisMember(node, 'fetch')) report(node, 'uses the global fetch')
  },
}

const noConsole: StructureRule = {
  name: 'no-console',
  remedy: 'Take the log of server/platform as an argument.',
  appliesTo: isServerProductCode,
  check(node, report) {
    if (isGlobal(node, 'console') || isGlobalThisMember(node, 'console')) report(node, 'uses console')
  },
}

const noWallClock: StructureRule = {
  name: 'no-wall-clock',
  remedy: 'Take the clock of server/platform as an argument, so that tests can set the time.',
  appliesTo: isServerProductCode,
  check(node, report) {
    const created = node.type === 'NewExpression' || node.type === 'CallExpression'
    const hasArguments = Array.isArray(node.arguments) && node.arguments.length > 0
    if (isMember(node, 'Date', 'now')) report(node, 'reads the clock with Date.now')
    else if (created && isGlobal(node.callee, 'Date') && !hasArguments)
      report(node, 'reads the clock with Date()')
  },
}

/** The only file that formats dates and numbers. */
const FORMATS_FILE = 'web/lib/format.ts'

const formatsInOnePlace: StructureRule = {
  name: 'formats-in-one-place',
  remedy: `Use or add a function of ${FORMATS_FILE}, which knows locale, time zone and clock of the person.`,
  appliesTo: (path) => path.startsWith('web/') && path !== FORMATS_FILE && !isTestPath(path),
  check(node, report) {
    const name = memberName(node)
    if (/^toLocale(Date|Time)?String$/.test(name ?? '')) report(node, `formats with ${name}`)
    else if (name !== undefined && isIdentifier(node.object, 'Intl') && name !== 'Locale')
      report(node, `uses Intl.${name}`)
  },
}

const noDefaultExport: StructureRule = {
  name: 'no-default-export',
  remedy: 'Export it by name, so that it is called the same everywhere.',
  appliesTo: (path) => !/\.config\.(ts|js|mjs)$/.test(path),
  check(node, report) {
    const names = node.type === 'ExportNamedDeclaration' ? (node.specifiers as SyntaxNode[]) : []
    const renamed = names.some((item) => isIdentifier(item.exported, 'default'))
    if (node.type.startsWith('ExportDefault') || renamed) report(node, 'has a default export')
  },
}

const noModuleMock: StructureRule = {
  name: 'no-module-mock',
  remedy: 'Pass the part in as an argument: files of a worker share their modules, and a mock would stay.',
  appliesTo: isTestPath,
  check(node, report) {
    if (memberName(node)?.match(/^(mock|doMock)$/) && isIdentifier(node.object, 'vi'))
      report(node, 'puts another module in the place of one')
  },
}

const noTestLimit: StructureRule = {
  name: 'no-test-limit',
  remedy: 'Leave it out, or use PATIENCE_MS: what has to come is waited for, however slow the machine is.',
  appliesTo: isTestPath,
  check(node, report) {
    const named = node.type === 'KeyValueProperty' && (node.key as SyntaxNode).value === 'timeout'
    if (named && (node.value as SyntaxNode).type === 'NumericLiteral')
      report(node, 'names a time limit of its own')
  },
}

const PAUSES = /^(setTimeout|sleep|pause|waitForTimeout)$/
/** Milliseconds; less only yields to other work. */
const LONG_PAUSE = 50

const noFixedPause: StructureRule = {
  name: 'no-fixed-pause',
  remedy:
    'Wait for the thing itself (expect.poll, a gate), pass a clock or a length in (later), or end a lease by SQL.',
  appliesTo: (path) => isTestPath(path) || path.endsWith('.test.js'),
  check(node, report) {
    if (node.type !== 'CallExpression') return
    const callee = node.callee as SyntaxNode
    const name = callee.type === 'Identifier' ? readText(callee) : memberName(callee)
    if (!PAUSES.test(name ?? '')) return
    for (const { expression } of node.arguments as { expression: SyntaxNode }[])
      if (expression.type === 'NumericLiteral' && Number(expression.value) >= LONG_PAUSE)
        report(node, `lets ${expression.value} ms pass`)
  },
}

const QUERY_STARTS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const QUERY_ENDS = /^(execute|executeTakeFirst|executeTakeFirstOrThrow|stream|compile|explain)$/

const noUnrunQuery: StructureRule = {
  name: 'no-unrun-query',
  remedy: 'End the query with .execute(), .executeTakeFirst() or .stream(): a builder alone never runs.',
  appliesTo: everywhere,
  check(node, report) {
    const isUsed = node.type === 'AwaitExpression' || node.type === 'ExpressionStatement'
    const methods = isUsed ? calledMethods((node.argument ?? node.expression) as SyntaxNode) : []
    const starts = methods.some((method) => QUERY_STARTS.has(method))
    if (starts && !methods.some((method) => QUERY_ENDS.test(method))) report(node, 'never runs its query')
  },
}

/** Method names in a chain `a.b().c()`, last call first. */
function calledMethods(expression: SyntaxNode): string[] {
  const names: string[] = []
  let node: SyntaxNode | undefined = expression
  while (node?.type === 'ParenthesisExpression') node = node.expression as SyntaxNode
  while (node?.type === 'CallExpression') {
    const callee = node.callee as SyntaxNode
    const name = memberName(callee)
    if (name === undefined) break
    names.push(name)
    node = callee.object as SyntaxNode
  }
  return names
}

const AUDIT_STORES = /^server\/modules\/core\/audit\/(audit|checkpoint)-store\.ts$/
const AUDIT_WRITERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
const AUDIT_SQL =
  /\b(insert\s+into|update|delete\s+from|truncate(\s+table)?|merge\s+into|alter\s+table|copy)\s+(only\s+)?(public\.)?"?audit_(chain|checkpoint|entry)/i

/** Errors of triggers, which distributed tables cannot have. */
const auditOnlyAppended: StructureRule = {
  name: 'audit-only-appended',
  remedy: 'Call recordAudit, eraseAuditDetails or sealChain: whatever else writes there breaks the chain.',
  appliesTo: (path) => path.startsWith('server/') && !isTestPath(path) && !AUDIT_STORES.test(path),
  check(node, report, ancestors) {
    const isSql = node.type === 'TemplateElement' ? AUDIT_SQL.test(String(node.raw)) : false
    const isText = node.type === 'StringLiteral' && AUDIT_SQL.test(readText(node))
    if (isSql || isText) return report(node, 'writes to a table of the audit log')
    const call = ancestors.at(-1)
    if (
      node.type !== 'StringLiteral' ||
      !/^audit_(chain|checkpoint|entry)/.test(readText(node)) ||
      call?.type !== 'CallExpression'
    )
      return
    const method = memberName(call.callee as SyntaxNode)
    const writes = AUDIT_WRITERS.has(method ?? '') || rowsUsed(call).some(({ does }) => does === 'writes to')
    if (writes) report(node, `writes to ${readText(node)}`)
  },
}

/** The text of a template with placeholders for values. */
const templateText = (node: SyntaxNode): string =>
  (node.quasis as SyntaxNode[]).map(({ raw }) => String(raw)).join(' ? ')

/** Tables may be distributed over several servers (docs/scale.md). Those of the corpus and pg-boss are not. */
const clusterSql: StructureRule = {
  name: 'cluster-sql',
  remedy: 'docs/scale.md lists what a cluster refuses; the rewrite is plain PostgreSQL too.',
  appliesTo: (path) =>
    path.startsWith('server/') && !isTestPath(path) && !/\/(?:corpus|testing|migrations)\//.test(path),
  check(node, report, ancestors) {
    if (node.type === 'CallExpression' && setsNowOnConflict(node))
      report(node, 'sets now() on conflict: write excluded.COLUMN')
    const tag = ancestors.at(-1)?.tag as SyntaxNode | undefined
    if (node.type !== 'TemplateLiteral' || tag?.value !== 'sql') return
    for (const instead of refusedSql(templateText(node))) report(node, instead)
  },
}

const FUNCTIONS =
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|PrivateMethod|Constructor|MethodProperty|GetterProperty|SetterProperty)$/
const GROUP_OF_TESTS = /^(describe|suite)$/

/** Maximum lines of a function: route tables, components and tests are lists and may be longer. */
function maxFunctionLines(path: string): number {
  return path.endsWith('.tsx') || path.endsWith('-routes.ts') || isTestPath(path) ? 120 : 60
}

const FACTORY = /^create[A-Z]/
/** Maximum lines of a factory including its functions: a longer one has more than one job. */
const MAX_FACTORY_LINES = 120

/** The declared or assigned name of a function, else undefined. */
function functionName(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  const named = parent?.type === 'VariableDeclarator' ? parent.id : node.identifier
  const value = (named as SyntaxNode | null | undefined)?.value
  return typeof value === 'string' ? value : undefined
}

/** A factory: `createX` at the top level of a file, whose functions share their dependencies. */
const isFactory = (node: SyntaxNode, ancestors: readonly SyntaxNode[]): boolean =>
  FACTORY.test(functionName(node, ancestors.at(-1)) ?? '') &&
  !ancestors.some((above) => FUNCTIONS.test(above.type))

const wholeLength = (file: SourceFile, { span }: SyntaxNode): number =>
  span ? file.lineAt(span.end - 1) - file.lineAt(span.start) + 1 : 0

/** The lines of a function; for a factory without its inner functions. */
function functionLength(file: SourceFile, node: SyntaxNode, ancestors: readonly SyntaxNode[]): number {
  const readLines = ({ span }: SyntaxNode): [first: number, last: number] =>
    span ? [file.lineAt(span.start), file.lineAt(span.end - 1)] : [0, -1]
  const [first, last] = readLines(node)
  const length = last - first + 1
  if (!isFactory(node, ancestors)) return length
  const held = new Set<number>()
  walk(node, (inner) => {
    if (inner === node || !FUNCTIONS.test(inner.type)) return
    const [start, end] = readLines(inner)
    for (let line = start; line <= end; line += 1) held.add(line)
  })
  return length - held.size
}

/**
 * Reports functions that are too long. Inner functions count for the outer one too, except in a factory, where
 * each is measured by itself.
 */
function lengthFindings(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  const limit = maxFunctionLines(file.path)
  walk(file.tree, (node, ancestors) => {
    if (!FUNCTIONS.test(node.type) || !node.span || holdsTests(ancestors)) return
    const isLimited = isFactory(node, ancestors) && !isTestPath(file.path)
    const whole = isLimited ? wholeLength(file, node) : 0
    const own = functionLength(file, node, ancestors)
    const [length, allowed] = whole > MAX_FACTORY_LINES ? [whole, MAX_FACTORY_LINES] : [own, limit]
    if (length <= allowed) return
    const line = file.lineAt(node.span.start)
    const detail = `has a function of ${length} lines, allowed are ${allowed}`
    findings.push({ rule: 'function-too-long', file: file.path, line, detail, remedy: SPLIT_FUNCTION })
  })
  return findings
}

const SPLIT_FUNCTION = 'Take steps out into functions with a name, or turn branches into a table.'

/** Whether a function is the body of `describe(...)`, which is as long as its tests. */
function holdsTests(ancestors: readonly SyntaxNode[]): boolean {
  const call = ancestors.at(-1)
  if (call?.type !== 'CallExpression') return false
  let callee = call.callee as SyntaxNode
  // describe.each(table)(name, body) and describe.skipIf(x)(name, body)
  while (callee.type !== 'Identifier') {
    const inner = callee.type === 'CallExpression' ? callee.callee : callee.object
    if (!inner) return false
    callee = inner as SyntaxNode
  }
  return GROUP_OF_TESTS.test(readText(callee))
}

/** Maximum lines of a file. */
const maxFileLines = (path: string): number => (isTestPath(path) ? 600 : 400)

function fileLengthFindings({ path, lineCount }: SourceFile): Finding[] {
  const limit = maxFileLines(path)
  if (lineCount <= limit) return []
  const detail = `has ${lineCount} lines, allowed are ${limit}`
  return [{ rule: 'file-too-long', file: path, detail, remedy: 'Split it by what its parts are about.' }]
}

const noSpreadLiteral: StructureRule = {
  name: 'no-spread-literal',
  remedy: 'Write the properties themselves, one a line: the spread of a literal only saves lines.',
  appliesTo: everywhere,
  check(node, report) {
    const isSpread = node.type === 'SpreadElement'
    if (isSpread && (node.arguments as SyntaxNode).type === 'ObjectExpression')
      report(node.arguments as SyntaxNode, 'spreads an object literal')
  },
}

const foreignTable: StructureRule = {
  name: 'foreign-table',
  remedy:
    "Read a view of READ_VIEWS (server/modules/core/tables), or call a function of the owner's index.ts. Only the owner writes and locks.",
  appliesTo: (path) => path.startsWith('server/') && !isTestPath(path),
  check(node, report, ancestors, path) {
    for (const detail of foreignUses(path, node, ancestors.at(-1))) report(node, detail)
  },
}

const RULES: readonly StructureRule[] = [
  noProcessEnv,
  noBareFetch,
  noConsole,
  noWallClock,
  formatsInOnePlace,
  noDefaultExport,
  noModuleMock,
  noTestLimit,
  noFixedPause,
  noUnrunQuery,
  noSpreadLiteral,
  rightsInPolicies,
  auditOnlyAppended,
  foreignTable,
  clusterSql,
  noServiceFactory,
]

/** Names of all rules below. */
export const STRUCTURE_RULE_NAMES: readonly string[] = [
  'file-too-long',
  'function-too-long',
  ...RULES.map((rule) => rule.name),
]

/** All violations of the structure rules in one file, in order of lines within each rule. */
export function structureFindings(file: SourceFile): Finding[] {
  const findings = [...fileLengthFindings(file), ...lengthFindings(file)]
  const rules = RULES.filter((rule) => rule.appliesTo(file.path))
  walk(file.tree, (node, ancestors) => {
    for (const { name, remedy, check } of rules) {
      const report: Report = (at, detail) =>
        findings.push({ rule: name, file: file.path, line: file.lineAt(at.span?.start ?? 1), detail, remedy })
      check(node, report, ancestors, file.path)
    }
  })
  return findings
}
