import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TABLES } from '#server/modules/core/tables/index.ts'
import { memberName, type SyntaxNode, walk } from './source-files.ts'

/** SQL that works on one database but not on a cluster, with alternatives. */
const REFUSED: readonly [pattern: RegExp, instead: string][] = [
  [/\bctid\b/, 'uses ctid: select the rows by their key'],
  [
    /(?:\bcoalesce\([^()]*,\s*|\bthen\s+|\belse\s+)(?:now|clock_timestamp)\(\)/i,
    'has now() in coalesce or case: write (select now())',
  ],
  [/\bdo\s+update\s+set\b[^`]*\bnow\(\)/i, 'sets now() on conflict: write excluded.COLUMN'],
  [/^\s*select\s+exists\s*\(/i, 'selects exists(…): select 1 … limit 1'],
]

/** Problems in one SQL template, a few words each. */
export const refusedSql = (text: string): string[] =>
  REFUSED.filter(([pattern]) => pattern.test(text)).map(([, instead]) => instead)

/** Whether a `doUpdateSet` call sets the database time. */
export function setsNowOnConflict(call: SyntaxNode): boolean {
  if (memberName(call.callee as SyntaxNode) !== 'doUpdateSet') return false
  let found = false
  walk(call, (node) => {
    if (node.type === 'TemplateElement' && /^now\(\)/.test(String(node.raw))) found = true
  })
  return found
}

/** Migrations from this number on run on databases that are already distributed. */
const FIRST = 146
const DISTRIBUTED = new Set(
  TABLES.filter(({ distribution }) => distribution === 'distributed').map(({ name }) => name),
)

/** Problems in one migration, a sentence each. */
export function migrationProblems(name: string, text: string): string[] {
  if (Number(name.slice(0, 4)) < FIRST) return []
  const problems: string[] = []
  const sql = text.replace(/^--(?! distribute ).*$/gm, '')
  if (/\bcreate\s+(?:constraint\s+)?trigger\b/i.test(sql)) problems.push('creates a trigger')
  for (const [alter] of sql.matchAll(/\balter\s+table\b[^;]*/gi))
    if (/\badd\s+column\b/i.test(alter) && /\bcheck\s*\(|\badd\s+constraint\b/i.test(alter))
      problems.push('adds a column and a constraint in one command; use two')
  for (const [create, table = ''] of sql.matchAll(/\bcreate\s+table\s+(\w+)[^;]*/gi)) {
    const targets = [...create.matchAll(/\breferences\s+(\w+)/gi)].map((match) => match[1] as string)
    if (DISTRIBUTED.has(table) && targets.some((target) => DISTRIBUTED.has(target)))
      problems.push(
        `creates ${table} with a foreign key to a distributed table; add it after a line "-- distribute ${table}"`,
      )
  }
  return problems
}

/** The same for a folder of migrations, by file. */
export const clusterProblems = (folder: string, names: readonly string[]): string[] =>
  names.flatMap((name) =>
    migrationProblems(name, readFileSync(join(folder, name), 'utf8')).map((problem) => `${name} ${problem}`),
  )
