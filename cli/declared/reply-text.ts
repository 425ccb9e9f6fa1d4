import { detailLines, pageText } from '../terminal/text-table.ts'

type Fields = Record<string, unknown>

/** Columns of a table; a terminal has no room for more. */
const MOST_COLUMNS = 7

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const makeTitle = (field: string): string => field.replaceAll('_', ' ').toUpperCase()

/** Records as a table of their plain values, the first that there are. */
function formatRecords(records: Fields[], total: number, maxWidth: number): string {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const plain = fields.filter((field) => records.every((record) => isPlain(record[field])))
  const shown = plain.length > 0 ? plain : fields
  const columns = shown.slice(0, MOST_COLUMNS).map((field) => {
    const isNumber = records.some((record) => typeof record[field] === 'number')
    return isNumber ? { title: makeTitle(field), align: 'right' as const } : makeTitle(field)
  })
  const rows = records.map((record) =>
    shown.slice(0, MOST_COLUMNS).map((field) => formatValue(record[field])),
  )
  return pageText({ columns, rows, total, maxWidth })
}

const isPlainList = (value: unknown): boolean => Array.isArray(value) && value.every(isPlain)

/** Plain values as lines, then each record and list of records under its name. */
function formatFields(fields: Fields, width: number): string {
  const entries = Object.entries(fields)
  const [simple, nested] = [true, false].map((simple) =>
    entries.filter(([, value]) => (isPlain(value) || isPlainList(value)) === simple),
  ) as [typeof entries, typeof entries]
  const lines = simple.map(([field, value]): [string, string] => [
    field,
    Array.isArray(value) ? value.map(formatValue).join(', ') || 'none' : formatValue(value),
  ])
  return [
    ...(lines.length > 0 ? [detailLines(lines)] : []),
    ...nested.map(([field, value]) => `${makeTitle(field)}\n${formatData(value, undefined, width)}`),
  ].join('\n\n')
}

function formatData(data: unknown, total: number | undefined, width: number): string {
  if (!Array.isArray(data)) return isRecord(data) ? formatFields(data, width) : formatValue(data)
  if (data.length > 0 && !data.every(isRecord)) return data.map(formatValue).join('\n')
  return formatRecords(data, total ?? data.length, width)
}

/**
 * What people see of any reply: its message, its data as a table or as lines, and whatever else it has. `width` is
 * that of the terminal in cells.
 */
export function formatReply(reply: unknown, width: number): string {
  if (!isRecord(reply)) return formatData(reply, undefined, width)
  const { message, data, total, success: _, ...rest } = reply
  const parts = [
    typeof message === 'string' ? message : '',
    data === undefined ? '' : formatData(data, total as number | undefined, width),
    Object.keys(rest).length > 0 ? formatFields(rest, width) : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join('\n') : 'Done'
}
