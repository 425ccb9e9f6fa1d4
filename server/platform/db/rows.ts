import type { InsertObject, SelectType, UpdateObject } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'

type Name = keyof Tables & string
type Column<T extends Name> = keyof Tables[T] & string
type Row<T extends Name, C extends Column<T>> = { [K in C]: SelectType<Tables[T][K]> }

/** Values that columns of the rows have. Null is no value: `is null` needs the query builder. */
type Matching<T extends Name> = { [C in Column<T>]?: NonNullable<SelectType<Tables[T][C]>> }

/**
 * The query builder without columns: following a table that is a type parameter is beyond the compiler. The signatures
 * below know the columns.
 */
interface Query {
  where(column: string, operator: '=', value: unknown): Query
  forUpdate(): Query
  returning(columns: readonly string[]): Query
  returningAll(): Query
  execute(): Promise<unknown>
  executeTakeFirst(): Promise<unknown>
  executeTakeFirstOrThrow(): Promise<unknown>
}
interface Builder {
  selectFrom(table: string): { selectAll(): Query; select(columns: readonly string[]): Query }
  insertInto(table: string): { values(values: object): Query }
  updateTable(table: string): { set(values: object): Query }
  deleteFrom(table: string): Query
}
const on = (db: Db) => db as unknown as Builder

const matching = (query: Query, where: object): Query =>
  Object.entries(where).reduce((narrowed, [column, value]) => narrowed.where(column, '=', value), query)

/** @throws TypeError without a column: a change never applies to a whole table by accident */
function narrowed(query: Query, where: object): Query {
  if (Object.keys(where).length === 0) throw new TypeError('Name at least one column of the rows to change')
  return matching(query, where)
}

const selected = (db: Db, table: string, where: object, columns: readonly string[] | undefined) => {
  const query = on(db).selectFrom(table)
  return matching(columns ? query.select(columns) : query.selectAll(), where)
}

/** Rows whose columns have these values: all their columns, or those named. */
export const findRows = <T extends Name, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Matching<T>,
  columns?: readonly C[],
) => selected(db, table, where, columns).execute() as Promise<Row<T, C>[]>

/** One row, or undefined. */
export const findRow = <T extends Name, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Matching<T>,
  columns?: readonly C[],
) => selected(db, table, where, columns).executeTakeFirst() as Promise<Row<T, C> | undefined>

/** One row that has to be there. */
export const getRow = <T extends Name, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Matching<T>,
  columns?: readonly C[],
) => selected(db, table, where, columns).executeTakeFirstOrThrow() as Promise<Row<T, C>>

/** One row, locked until the transaction ends, or undefined. */
export const lockRow = <T extends Name, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  where: Matching<T>,
  columns?: readonly C[],
) => selected(db, table, where, columns).forUpdate().executeTakeFirst() as Promise<Row<T, C> | undefined>

/** @returns the new row: all its columns, or those named. */
export const insertRow = <T extends Name, C extends Column<T> = Column<T>>(
  db: Db,
  table: T,
  values: InsertObject<Tables, T>,
  columns?: readonly C[],
) => {
  const query = on(db).insertInto(table).values(values)
  const returned = columns ? query.returning(columns) : query.returningAll()
  return returned.executeTakeFirstOrThrow() as Promise<Row<T, C>>
}

export const insertRows = async <T extends Name>(
  db: Db,
  table: T,
  values: InsertObject<Tables, T> | readonly InsertObject<Tables, T>[],
): Promise<void> => {
  await on(db).insertInto(table).values(values).execute()
}

export const updateRows = async <T extends Name>(
  db: Db,
  table: T,
  where: Matching<T>,
  values: UpdateObject<Tables, T>,
): Promise<void> => {
  await narrowed(on(db).updateTable(table).set(values), where).execute()
}

export const deleteRows = async <T extends Name>(db: Db, table: T, where: Matching<T>): Promise<void> => {
  await narrowed(on(db).deleteFrom(table), where).execute()
}
