import { once } from 'node:events'
import type { Socket } from 'node:net'
import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readAhead } from '../read-ahead.ts'
import { type Db, refuseInTransaction } from './db.ts'

const LINE_FEED = 10
const ESCAPED = /\\(.)/g
const SIGNS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** An element of an array as PostgreSQL reads it. */
const element = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `"${String(value).replace(/["\\]/g, '\\$&')}"`

/** A value as it stands in a statement. @throws Error for one of another kind: nothing is written as it happens to look. */
function literal(value: unknown): string {
  if (value === null) return 'null'
  if (typeof value === 'number' && Number.isFinite(value)) return value < 0 ? `(${value})` : String(value)
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string' || Number.isFinite(one)))
    return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  throw new Error(`COPY takes no value of the type ${typeof value}`)
}

/** What a column holds, made from its text; text as it is when it is not named. */
export type CellReaders = Readonly<Record<string, (text: string) => unknown>>

/** A moment as the driver reads it elsewhere. */
export const readTimestamp: (text: string) => Date = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)

/** Rows of lines in the text format of COPY. */
function rowReader<Row>(columns: readonly string[], readers: CellReaders): (line: string) => Row {
  const plan = columns.map((name) => ({ name, read: readers[name] }))
  return (line) => {
    const cells = line.split('\t')
    const row: Record<string, unknown> = {}
    for (let at = 0; at < plan.length; at++) {
      const { name, read } = plan[at]!
      const cell = cells[at]!
      if (cell === '\\N') row[name] = null
      else {
        const text = cell.includes('\\') ? cell.replace(ESCAPED, (_all, sign) => SIGNS[sign] ?? sign) : cell
        row[name] = read ? read(text) : text
      }
    }
    return row as Row
  }
}

/** A connection of its own until `release`, on which no statement is cut off: a slow reader may take an hour. */
async function holdConnection(db: Db): Promise<{ connection: Db; release(): Promise<void> }> {
  const taken = Promise.withResolvers<Db>()
  const wanted = Promise.withResolvers<void>()
  const released = db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    taken.resolve(connection as Db)
    await wanted.promise
  })
  released.catch(taken.reject)
  const connection = await taken.promise
  return {
    connection,
    release: () => {
      wanted.resolve()
      return released
    },
  }
}

type CopyStream = ReturnType<typeof copyTo> & { connection?: { stream: Socket } }

function start(query: CompiledQuery): CopyStream {
  const filled = query.sql.replace(/\$(\d+)/g, (_all, at) => literal(query.parameters[Number(at) - 1]))
  // Values must not get into logs and traces, which are given the text with its places.
  return Object.assign(copyTo(`copy (${filled}) to stdout`), { reported: `copy (${query.sql}) to stdout` })
}

/** Ends the connection of a stream; the pool sees that and opens another when it needs one. */
async function close({ connection }: CopyStream): Promise<void> {
  if (!connection || connection.stream.destroyed) return
  const closed = once(connection.stream, 'close')
  connection.stream.destroy()
  await closed
}

/** Whole lines of a stream, so many at a time as come at once. */
async function* linesOf(stream: CopyStream): AsyncIterable<string[]> {
  let rest: Buffer | null = null
  for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const bytes: Buffer = rest ? Buffer.concat([rest, piece]) : piece
    const end = bytes.lastIndexOf(LINE_FEED)
    rest = end === bytes.length - 1 ? null : bytes.subarray(end + 1)
    if (end >= 0) yield bytes.toString('utf8', 0, end).split('\n')
  }
}

async function* batchesOf<Row>(
  db: Db,
  query: CompiledQuery<Row>,
  toRow: (line: string) => Row,
): AsyncIterable<Row[]> {
  const stream = start(query)
  const { connection, release } = await holdConnection(db)
  // Told to whoever reads; when nobody does any more, there is nobody to tell.
  stream.on('error', () => {})
  let isWhole = false
  try {
    // The driver hands to its client whatever stands for the text; a stream that can be submitted is a statement too.
    await connection.executeQuery(CompiledQuery.raw(stream as unknown as string))
    for await (const lines of linesOf(stream)) yield lines.map(toRow)
    await sql`reset statement_timeout`.execute(connection)
    isWhole = true
  } finally {
    // What is left would have to be read before the connection serves again; without it the database stops.
    if (!isWhole) await close(stream)
    await release()
  }
}

/**
 * The rows of a query by COPY, as many at a time as come at once, the next ones being read while these are worked on:
 * a third of what rows cost otherwise, for the program. `columns` are those of the query in order, `readers` make values of
 * the texts of those that are no text. For long answers, outside of transactions. @throws what the database says.
 */
export function readCopied<Row>(
  db: Db,
  query: { compile(): CompiledQuery<Row> },
  { columns, readers }: { columns: readonly string[]; readers: CellReaders },
): AsyncIterable<Row[]> {
  refuseInTransaction('Reading by COPY')
  return readAhead(batchesOf(db, query.compile(), rowReader<Row>(columns, readers)))
}
