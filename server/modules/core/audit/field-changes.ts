const MAX_TEXT = 300
/** What no log may hold: sealed secrets, hashes and tokens. That one is set is worth knowing, what it is never. */
const SECRET = /(?:_sealed|_hash|secret|token|password)$|^sealed$/
/** They change with every write and say nothing. */
const IGNORED = new Set(['id', 'created_at', 'updated_at'])

function shown(name: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (SECRET.test(name)) return typeof value === 'boolean' ? value : 'set'
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
}

/** Values of both sides as they are compared: dates and lists by content. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/**
 * The fields of a record that a change has changed, as `before` and `after` in the detail of an audit entry. Null
 * stands for no record: before it was created, after it was deleted. Fields that `is` does not have were not changed.
 * Of secrets it says only whether they are set, and that they were replaced.
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
  const side = (of: Record<string, unknown> | null | undefined, replaced: string) =>
    of &&
    Object.fromEntries(
      names.map((name) => {
        const value = shown(name, of[name])
        return [
          name,
          value === 'set' && SECRET.test(name) && before?.[name] && after?.[name] ? replaced : value,
        ]
      }),
    )
  const [from, to] = [side(before, 'set'), side(after, 'replaced')]
  return { ...(from && { before: from }), ...(to && { after: to }) }
}
