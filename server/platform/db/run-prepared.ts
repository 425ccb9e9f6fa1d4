import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

const names = new Map<string, string>()

/** The name of a prepared statement. */
function makeName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

interface Compilable<Row> {
  compile(db: Db): CompiledQuery<Row>
}

/** Statement text with a name. The driver passes the object to its client unchanged. */
const namedText = (text: string): string => ({ name: makeName(text), text }) as unknown as string

async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)
  return rows
}

/**
 * Runs a statement that each connection parses and plans once: for the few that nearly every request needs, with a
 * fixed text and a plan that doesn't depend on parameters.
 */
export async function runPrepared<Row>(db: Db, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db)
  return run(db, namedText(text), parameters)
}

/** Placeholder for a value while a statement is compiled. */
class Placeholder {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * The same, for a statement that is also built only once. `build` gets placeholders, which it may only pass on as
 * parameters. Name the columns: `select *` would fail on a connection that outlives a migration.
 * @throws Error on the first call when a value has no place in the statement
 */
export function prepared<Values extends readonly unknown[], Row>(
  build: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  let statement: { text: string; parameters: readonly unknown[] } | undefined

  function compile(db: Db, count: number) {
    const places = Array.from({ length: count }, (_none, index) => new Placeholder(index))
    const { sql: text, parameters } = build(db, ...(places as unknown as Values)).compile(db)
    if (places.some((place) => !parameters.includes(place)))
      throw new Error(`A value has no place in this prepared statement: ${text}`)
    return { text: namedText(text), parameters }
  }

  return async (db, ...values) => {
    statement ??= compile(db, values.length)
    const filled = statement.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.index] : parameter,
    )
    return run(db, statement.text, filled)
  }
}
