import type { CliCommand } from '#contract/core/cli-command.ts'
import { pageText, right, textTable } from '../terminal/text-table.ts'
import { cellTemplate, fillIn, valueAt } from './template.ts'

/** The reply of a call with what was sent. */
export interface Result {
  reply: { data?: unknown; total?: number; message?: string }
  input: Record<string, unknown>
}

/** What the templates of a command can name. */
const makeScope = ({ reply, input }: Result) => ({
  ...(Array.isArray(reply.data) ? {} : (reply.data as object)),
  message: reply.message,
  data: reply.data,
  response: reply,
  input,
})

/** The record of `id`, `name=path` and `name?`. */
function pick(names: readonly string[], scope: unknown): Record<string, unknown> {
  const entries = names.map((part): [string, unknown] => {
    const [name = '', path = name] = part.replace('?', '').split('=')
    return [name, valueAt(scope, path) ?? (part.endsWith('?') ? undefined : null)]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** What `--json` prints. */
export function makeDocument({ json, bare, limit }: CliCommand, result: Result): unknown {
  const { data, total } = result.reply
  const scope = makeScope(result)
  if (typeof json === 'string') return valueAt(scope, json)
  if (!Array.isArray(data)) return json ? pick(json, scope) : data
  const records = json ? data.map((record) => pick(json, record)) : data
  if (bare) return records
  return total === undefined || limit === 'all' ? { data: records } : { data: records, total }
}

function formatTable(
  { columns = {}, rows = 'data', empty = 'None' }: CliCommand,
  result: Result,
  width: number,
) {
  const records = valueAt(makeScope(result), rows) as unknown[]
  const titles = Object.keys(columns).flatMap((title) =>
    title.startsWith('>') ? right(title.slice(1)) : title,
  )
  const cells = Object.values(columns).map(cellTemplate)
  const table = records.map((record) => cells.map((cell) => fillIn(cell, record)))
  if (table.length === 0) return empty === false ? textTable(titles, table, width) : empty
  return pageText({
    columns: titles,
    rows: table,
    total: result.reply.total ?? table.length,
    maxWidth: width,
  })
}

/** What people see: lines, a table or both; the message of the reply if the command declares neither. */
export function formatText(command: CliCommand, result: Result, width: number): string {
  const { columns, text = columns ? [] : ['{message}'] } = command
  const scope = makeScope(result)
  const lines = text.flatMap((line) => {
    if (typeof line === 'object') {
      const items = valueAt(scope, line.each) as unknown[]
      return items.map((item) => fillIn(line.line, item))
    }
    const filled = fillIn(line, scope)
    // A line that is optional as a whole goes without a trace.
    return filled === '' && line.startsWith('[') ? [] : [filled]
  })
  const table = columns ? [formatTable(command, result, width)].filter((part) => part !== '') : []
  return [...lines, ...table].join('\n')
}

export function hasFailed({ fails }: CliCommand, result: Result): boolean {
  if (!fails) return false
  const value = valueAt(makeScope(result), fails.replace('!', ''))
  return fails.startsWith('!') ? !value : Array.isArray(value) ? value.length > 0 : Number(value) > 0
}
