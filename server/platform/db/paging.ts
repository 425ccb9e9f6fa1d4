import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import {
  createQueryId,
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  type SqlBool,
  sql,
} from 'kysely'
import { AppError } from '../errors.ts'

/** Where a reader stands in an ordered list: behind the row with these sort values, which are texts of PostgreSQL. */
export interface Position {
  /** Digest of the order by which the values were read. */
  order: string
  values: (string | null)[]
  /** Of the page that the position leads to. */
  page: number
  /** Rows of the list when its first page was read. */
  total: number
}

/** How the current call reads a list. */
interface Paging {
  /** The position of its cursor; null when a page is read by number. */
  from: Position | null
  /** The position behind the rows that were read; null at the end, undefined before they were read. */
  next?: Position | null
  seal(position: Position): string
}

const pagings = new AsyncLocalStorage<Paging>()

/** Runs the handler of a call whose reply has `next_cursor`. */
export const withPaging = <T>(
  from: Position | null,
  seal: Paging['seal'],
  work: () => Promise<T>,
): Promise<T> => pagings.run({ from, seal }, work)

/**
 * `next_cursor` of the reply with these rows: null at the end, and outside of a call.
 * @throws Error when the rows were not read by position
 */
export function nextCursor(rows: readonly unknown[]): string | null {
  const paging = pagings.getStore()
  if (!paging) return null
  if (paging.next === undefined && rows.length > 0)
    throw new Error('This list was not read by readPage or startPage, so it has no cursor')
  return paging.next ? paging.seal(paging.next) : null
}

export const badCursor = (): AppError => {
  const message =
    'This cursor is of another list, order, filter or account, or not whole. Start again without a cursor, and send each `next_cursor` as it was received, with otherwise the same call'
  return new AppError('bad_request', message, { fields: { cursor: message } })
}

/** One expression of an order. Nulls are last in ascending and first in descending order, as in PostgreSQL. */
export interface SortKey {
  by: RawBuilder<unknown>
  descending?: boolean
  nulls?: 'first' | 'last'
  /** Never null, so that an index on it finds the place of a cursor. The last key needn't say so. */
  isRequired?: boolean
}

const isNullsLast = ({ descending = false, nulls }: SortKey): boolean =>
  nulls === undefined ? !descending : nulls === 'last'

/** The rows whose key is behind `value`, or with `orSame` also those with the same. */
function behindValue(key: SortKey, value: string | null, orSame = false): RawBuilder<SqlBool> {
  const { by, descending = false } = key
  const last = isNullsLast(key)
  if (value === null) {
    if (last) return orSame ? sql`(${by}) is null` : sql`false`
    return orSame ? sql`true` : sql`(${by}) is not null`
  }
  const compared = sql<SqlBool>`(${by}) ${sql.raw((descending ? '<' : '>') + (orSame ? '=' : ''))} ${value}`
  return last && !key.isRequired ? sql`(${compared} or (${by}) is null)` : compared
}

/** The rows behind these values. The bound of the first key comes by itself, so that its index finds the start. */
function behind(keys: readonly SortKey[], values: readonly (string | null)[]): RawBuilder<SqlBool> {
  const [key, ...others] = keys as [SortKey, ...SortKey[]]
  const [value = null, ...rest] = values
  if (others.length === 0) return behindValue({ ...key, isRequired: true }, value)
  const same = value === null ? sql<SqlBool>`(${key.by}) is null` : sql<SqlBool>`(${key.by}) = ${value}`
  return sql`(${behindValue(key, value, true)}
    and (${behindValue(key, value)} or (${same} and ${behind(others, rest)})))`
}

const columnOf = (index: number): string => `sort_value_${index}`

/** The list of an order by these keys. */
export const makeOrder = (keys: readonly SortKey[]): RawBuilder<unknown> =>
  sql.join(
    keys.map((key) => {
      const nulls = key.isRequired ? '' : ` nulls ${isNullsLast(key) ? 'last' : 'first'}`
      return sql`${key.by} ${sql.raw((key.descending ? 'desc' : 'asc') + nulls)}`
    }),
  )

function digestOf(order: RawBuilder<unknown>): string {
  const node = order.toOperationNode() as RootOperationNode
  const { sql: text, parameters } = new PostgresQueryCompiler().compileQuery(node, createQueryId())
  return createHash('sha256')
    .update(JSON.stringify([text, parameters]))
    .digest('base64url')
    .slice(0, 11)
}

/** The parts of a query of one page. */
interface PageParts {
  /** The rows behind the cursor; all without one. */
  condition: RawBuilder<SqlBool>
  /** The sort values as columns, for the end of a list of columns. */
  columns: RawBuilder<unknown>[]
  order: RawBuilder<unknown>
  /** One more than shown, which says whether this is the end. */
  limit: number
  offset: number
  /** How many rows the list had at the start of reading by cursor; null when they must be counted. */
  knownTotal: number | null
  /** The shown ones of the rows that were read, without their sort values. Remembers where they end. */
  take<Row extends object>(rows: readonly Row[], total: number): Row[]
}

/**
 * A page by number, or behind the cursor of the current call. `keys` must end with one that no two rows share:
 * otherwise rows between two pages would be lost, which is refused.
 * @throws AppError bad_request for a cursor of another order
 */
export function startPage(
  keys: readonly SortKey[],
  { page, limit }: { page: number; limit: number },
): PageParts {
  const paging = pagings.getStore()
  const from = paging?.from ?? null
  const order = makeOrder(keys)
  if (from && (from.order !== digestOf(order) || from.values.length !== keys.length)) throw badCursor()
  const names = keys.map((_, index) => columnOf(index))
  return {
    condition: from ? behind(keys, from.values) : sql`true`,
    columns: keys.map(({ by }, index) => sql`(${by})::text as ${sql.ref(columnOf(index))}`),
    order,
    limit: limit + 1,
    offset: from ? 0 : (page - 1) * limit,
    knownTotal: from?.total ?? null,
    take(rows, total) {
      const valuesOf = (row: object | undefined) =>
        names.map((name) => (row as Record<string, string | null>)[name] as string | null)
      const hasMore = rows.length > limit
      if (paging) {
        if (paging.next !== undefined) throw new Error('Two lists were read by position in one call')
        const values = hasMore ? valuesOf(rows[limit - 1]) : []
        if (hasMore && JSON.stringify(values) === JSON.stringify(valuesOf(rows[limit])))
          throw new Error('Two rows have the same place in this order: add a key that no two share')
        paging.next = hasMore ? { order: digestOf(order), values, page: page + 1, total } : null
      }
      return rows.slice(0, limit).map((row) => {
        const shown = { ...row } as Record<string, unknown>
        for (const name of names) delete shown[name]
        return shown as typeof row
      })
    },
  }
}
