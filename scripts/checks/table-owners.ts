import { READ_VIEWS, TABLES } from '#server/modules/core/tables/index.ts'
import type { SyntaxNode } from './source-files.ts'

/** A table or view in a piece of SQL, its alias there, and the operation on it. */
interface TableUse {
  table: string
  alias: string
  does: 'reads' | 'writes to' | 'locks'
}

const TABLE_OWNERS = new Map(TABLES.map(({ name, owner }) => [name, owner]))
const VIEW_OWNERS = new Map(READ_VIEWS.map(({ name, owner }) => [name, owner]))

/** `only x as y`, where y is no SQL keyword. */
const NAMED =
  '(?:only\\s+)?(?:public\\.)?"?([a-z_]+)"?(?:\\s+as)?(?:\\s+(?!(?:on|where|join|set|as|left|cross|order|using)\\b)([a-z_]+))?'
const AFTER_WORD = new RegExp(
  `\\b(delete\\s+from|from|join|using|update|into|truncate)\\s+(${NAMED}(?:\\s*,\\s*${NAMED})*)`,
  'gi',
)
const WITH_NAME = /\b([a-z_]+)\s*(?:\([^()]*\)\s*)?as\s+(?:not\s+)?(?:materialized\s+)?\(/gi
const LOCK = /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b(?:\s+of\s+([a-z_, ]+))?/gi

/** Tables a statement, or part of one, names after a keyword, without its CTEs. */
function usesInSql(text: string): TableUse[] {
  const own = new Set([...text.matchAll(WITH_NAME)].map((match) => match[1]))
  const uses = [...text.matchAll(AFTER_WORD)].flatMap(([, word = '', list = '']) =>
    [...list.matchAll(new RegExp(NAMED, 'gi'))].map(([, table = '', alias = table]): TableUse => {
      return { table, alias, does: /^(from|join|using)$/i.test(word) ? 'reads' : 'writes to' }
    }),
  )
  const locked = [...text.matchAll(LOCK)].map(([, names]) => names?.match(/[a-z_]+/g))
  const isLocked = ({ alias }: TableUse) => locked.some((names) => !names || names.includes(alias))
  return uses
    .filter(({ table }) => !own.has(table))
    .map((use) => (use.does === 'reads' && isLocked(use) ? { ...use, does: 'locks' } : use))
}

const READERS = /^(selectFrom|from|using|table|(inner|left|right|full|cross)Join(Lateral)?)$/
const WRITERS = /^(insertInto|updateTable|deleteFrom|mergeInto)$/
const LOCKERS = /^for(NoKeyUpdate|Update|Share|KeyShare)$/

const ONLY_IN_CHAIN = /^(from|using)$/

/** The name of a called method; `from` and `using` belong to a query only after another call. */
function readMethod(call: SyntaxNode): string {
  const callee = call.callee as SyntaxNode
  const method = callee.type === 'MemberExpression' ? String((callee.property as SyntaxNode).value) : ''
  return ONLY_IN_CHAIN.test(method) && chain(call).length === 0 ? '' : method
}
const textsIn = (node: SyntaxNode | undefined): string[] => {
  if (node?.type === 'StringLiteral') return [String(node.value)]
  if (node?.type !== 'ArrayExpression') return []
  return (node.elements as ({ expression: SyntaxNode } | null)[]).flatMap((item) => textsIn(item?.expression))
}
const firstTexts = (call: SyntaxNode): string[] =>
  textsIn((call.arguments as { expression: SyntaxNode }[])[0]?.expression)

/** Functions of server/platform/db/rows.ts, whose second argument is a table. */
const ROW_FUNCTIONS: Record<string, TableUse['does']> = {
  findRow: 'reads',
  findRows: 'reads',
  getRow: 'reads',
  lockRow: 'locks',
  insertRow: 'writes to',
  insertRows: 'writes to',
  updateRows: 'writes to',
  deleteRows: 'writes to',
}

/** The table that a call of a row function names, with what it does there. */
export function rowsUsed(call: SyntaxNode): TableUse[] {
  const does = ROW_FUNCTIONS[String((call.callee as SyntaxNode).value)]
  if (!does) return []
  const [table] = textsIn((call.arguments as { expression: SyntaxNode }[])[1]?.expression)
  return table ? [{ table, alias: table, does }] : []
}

/** Tables in one query builder call: `selectFrom('lead as l')`, `innerJoin(…)`, `forUpdate('l')`. */
function usesInCall(call: SyntaxNode): TableUse[] {
  const method = readMethod(call)
  const does = READERS.test(method) ? 'reads' : WRITERS.test(method) ? 'writes to' : null
  if (does)
    return firstTexts(call).map((text) => {
      const [table = '', alias = table] = text.split(/\s+as\s+/)
      return { table, alias, does }
    })
  if (!LOCKERS.test(method)) return []
  const names = firstTexts(call)
  return chain(call)
    .flatMap(usesInCall)
    .filter(({ alias, does }) => does === 'reads' && (names.length === 0 || names.includes(alias)))
    .map((use) => ({ ...use, does: 'locks' }))
}

/** The calls before this one in `a.b().c()`. */
function chain(call: SyntaxNode): SyntaxNode[] {
  const before = (call.callee as SyntaxNode).object as SyntaxNode | undefined
  return before?.type === 'CallExpression' ? [before, ...chain(before)] : []
}

/** The text of a template with placeholders for values. */
const textOfTemplate = (node: SyntaxNode): string =>
  (node.quasis as SyntaxNode[]).map(({ raw }) => String(raw)).join(' ? ')
const STATEMENT = /^\s*(select|insert into|delete from|update \w+ set|with \w+ as|copy|truncate)\b/

/** SQL is a template called `sql`, or any other text that starts like a statement. */
function usesIn(node: SyntaxNode, parent: SyntaxNode | undefined): TableUse[] {
  if (node.type === 'CallExpression') return [...usesInCall(node), ...rowsUsed(node)]
  if (node.type === 'StringLiteral')
    return STATEMENT.test(String(node.value)) ? usesInSql(String(node.value)) : []
  if (node.type !== 'TemplateLiteral') return []
  const isSql =
    parent?.type === 'TaggedTemplateExpression' && (parent.tag as SyntaxNode | undefined)?.value === 'sql'
  const text = textOfTemplate(node)
  return isSql || STATEMENT.test(text) ? usesInSql(text) : []
}

/** The module of a file, by the owner names of the manifest. */
function readModule(path: string): string {
  const [, tree = '', group, module] = path.split('/')
  return tree === 'modules' ? `${group}/${module}` : tree
}

/** Why a module may not do this, or undefined. */
function wrongUse({ table, does }: TableUse, module: string): string | null {
  const owner = TABLE_OWNERS.get(table) ?? VIEW_OWNERS.get(table)
  if (!owner || owner === module || (does === 'reads' && VIEW_OWNERS.has(table))) return null
  // Reported by the rule audit-only-appended.
  if (does === 'writes to' && /^audit_(chain|checkpoint|entry)/.test(table)) return null
  return `${does} ${table}, which belongs to ${owner}`
}

/** Forbidden operations of a node's SQL on tables and views of other modules, a few words each. */
export const foreignUses = (path: string, node: SyntaxNode, parent: SyntaxNode | undefined): string[] =>
  usesIn(node, parent).flatMap((use) => wrongUse(use, readModule(path)) ?? [])
