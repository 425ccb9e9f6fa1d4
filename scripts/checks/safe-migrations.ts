import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Migrations from this number on run while the program before them still works. */
const FIRST = 221

/** A statement that says why it is safe all the same, in a comment above it. */
const EXCUSE = /^\s*--\s*safe: \S.*$/im

interface Rule {
  pattern: RegExp
  /** What is wrong, and what to write instead. */
  problem: string
}

const RULES: readonly Rule[] = [
  {
    pattern: /\balter\s+table\s+(?<table>\w+)[^;]*\bdrop\s+column\b/i,
    problem:
      'drops a column that the program before it reads: stop reading it in one version, drop it in the next',
  },
  {
    pattern: /\bdrop\s+table\s+(?:if\s+exists\s+)?(?<table>\w+)/i,
    problem:
      'drops a table that the program before it uses: stop using it in one version, drop it in the next',
  },
  {
    pattern: /\balter\s+(?:table|view)\s+(?<table>\w+)[^;]*\brename\b/i,
    problem: 'renames what the program before it calls by the old name: add the new one, and fill both',
  },
  {
    pattern: /\balter\s+table\s+(?<table>\w+)[^;]*\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i,
    problem:
      'changes the type of a column, which rewrites the table while nobody may read it: add another column',
  },
  {
    pattern: /\balter\s+table\s+(?<table>\w+)[^;]*\bset\s+not\s+null\b/i,
    problem: 'refuses null, which the program before it may write: add a check that is "not valid" first',
  },
  {
    pattern: /\balter\s+table\s+(?<table>\w+)[^;]*\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
    problem: 'adds a column that must be filled, which the program before it doesn’t: give it a default',
  },
  {
    pattern:
      /\balter\s+table\s+(?<table>\w+)[^;]*\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)[^;]*\b(?:check|foreign\s+key)\b/i,
    problem:
      'adds a constraint that reads the whole table under a lock: add it "not valid", validate it afterwards',
  },
  {
    pattern: /\bcreate\s+(?:unique\s+)?index\s+(?:if\s+not\s+exists\s+)?\w+\s+on\s+(?<table>\w+)/i,
    problem:
      'creates an index on a table that has rows, and nobody writes to it meanwhile: say why that is short',
  },
]

const statementsOf = (text: string): string[] => text.split(/;[ \t]*(?=\n|$)/)
const withoutComments = (text: string): string => text.replace(/--.*$/gm, '')

/** What would break the program before a migration, or stop it for long; a sentence each. */
export function unsafeChanges(name: string, text: string): string[] {
  if (Number(name.slice(0, 4)) < FIRST) return []
  const created = new Set(
    [...withoutComments(text).matchAll(/\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(
      ([, table]) => table,
    ),
  )
  return statementsOf(text).flatMap((statement) => {
    if (EXCUSE.test(statement)) return []
    const sql = withoutComments(statement)
    return RULES.flatMap(({ pattern, problem }) => {
      const table = pattern.exec(sql)?.groups?.table
      return table === undefined || created.has(table)
        ? []
        : [`${name}: ${table}: ${problem} (or say why it is safe: -- safe: …)`]
    })
  })
}

/** The same for a folder of migrations. */
export const unsafeMigrations = (folder: string, names: readonly string[]): string[] =>
  names.flatMap((name) => unsafeChanges(name, readFileSync(join(folder, name), 'utf8')))
