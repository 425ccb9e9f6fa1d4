import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MARK = 'multi-task query about to be executed'
const ENTRY = /^\S+ \S+ \S+ \[(\d+)\] \S* (\S*) (LOG|STATEMENT|[A-Z]+): {2}(.*)$/
const CHARS = 200
const PREFIX = 30

const onOneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** A statement without its values, cut where statements start to differ. */
export const shapeOf = (statement) =>
  onOneLine(statement)
    .replace(/'[^']*'/g, "'…'")
    .replace(/\$\d+|\b\d+\b/g, '?')
    .replace(/(\? ?, ?)+\?/g, '?')
    .slice(0, CHARS)

/** Statements in a PostgreSQL log that a cluster split over its servers. Lines start `%m [%p] %d %a `. */
export function splitStatements(log) {
  const waiting = new Set()
  const found = []
  let open = null
  for (const line of log.split('\n')) {
    const entry = ENTRY.exec(line)
    if (!entry) {
      if (open && line.startsWith('\t')) open.text += ` ${line}`
      continue
    }
    open = null
    const [, pid, application, severity, text] = entry
    if (severity === 'LOG' && text.startsWith(MARK) && application === 'app') waiting.add(pid)
    else if (severity === 'STATEMENT' && waiting.delete(pid)) {
      open = { text }
      found.push(open)
    }
  }
  return [...new Set(found.map((one) => onOneLine(one.text)))]
}

/** Statements of the program: tests also query their database directly. */
export function ofTheProgram(root, statements) {
  const files = ['app', 'modules', 'platform'].flatMap((folder) =>
    readdirSync(join(root, 'server', folder), { recursive: true })
      .filter((path) => path.endsWith('.ts') && !/\.(test|soak)\.ts$/.test(path))
      .map((path) => join('server', folder, path)),
  )
  const source = onOneLine(files.map((path) => readFileSync(join(root, path), 'utf8')).join('\n'))
  // The query builder's statements are in no source: their names are quoted.
  const isOurs = (statement) =>
    /^(select|insert into|update|delete from) (distinct |count\(\*\) as )?"/.test(statement) ||
    source.includes(statement.split('$')[0].slice(0, PREFIX))
  return [...new Set(statements.filter(isOurs).map(shapeOf))].sort()
}

/**
 * The list after a run, and what differs from the one before. Only a run of all tests knows which statements no
 * longer ask every server.
 * @param {string[]} before
 * @param {string[]} asked shapes of the statements that asked every server
 * @param {boolean} isComplete whether all tests ran, and passed
 */
export function compareStatements(before, asked, isComplete) {
  const added = asked.filter((statement) => !before.includes(statement))
  const gone = isComplete ? before.filter((statement) => !asked.includes(statement)) : []
  const kept = before.filter((statement) => !gone.includes(statement))
  return { added, gone, after: [...kept, ...added].sort() }
}
