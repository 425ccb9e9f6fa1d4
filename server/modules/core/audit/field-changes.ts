const MAX_TEXT = 300
/** Never logged: sealed secrets, hashes and tokens. The log records whether one is set, never its value. */
const SECRET = /(?:_sealed|_hash|secret|token|password)$|^sealed$/
/** They change with every write and carry no information. */
const IGNORED = new Set(['id', 'created_at', 'updated_at'])

function formatValue(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (SECRET.test(name)) return typeof value === 'boolean' ? value : 'set'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
}

/** Values of both sides for comparison: dates and lists by content. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * The changed fields of a record, as `before` and `after` in the detail of an audit entry. Null stands for no
 * record: before creation, after deletion. Fields absent from `is` are unchanged. For secrets it records only
 * whether they are set, and that they were replaced.
 */
export function fieldChanges(
  was: object | null,
  is: object | null,
): { before?: Record<string, unknown>; after?: Record<string, unknown> } {
  const [before, after] = [was, is] as (Record<string, unknown> | null)[]
  const names = Object.keys(after ?? before ?? {}).filter(
    (name) =>
      !IGNORED.has(name) &&
      (after ?? before)?.[name] !== undefined &&
      !(before && after && same(before[name], after[name])),
  )
  const side = (record: Record<string, unknown> | null | undefined, replaced: string) =>
    record &&
    Object.fromEntries(
      names.map((name) => {
        const value = formatValue(name, record[name])
        return [
          name,
          value === 'set' && SECRET.test(name) && before?.[name] && after?.[name] ? replaced : value,
        ]
      }),
    )
  const [from, to] = [side(before, 'set'), side(after, 'replaced')]
  return { ...(from && { before: from }), ...(to && { after: to }) }
}
