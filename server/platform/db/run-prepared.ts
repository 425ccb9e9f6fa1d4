import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'

const names = new Map<string, string>()

/** The name of a statement, which every connection knows it by. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/**
 * Runs a statement that each connection reads and plans once and not with every call; for the few that nearly every
 * request needs, whose text is always the same and whose plan no parameter should change. @returns its rows.
 */
export async function runPrepared<Row>(
  db: Db,
  query: { compile(db: Db): CompiledQuery<Row> },
): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(db)
  // The driver hands to its client whatever stands for the text, also one with a name.
  const named = { name: nameOf(text), text } as unknown as string
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(named, [...parameters]) as CompiledQuery<Row>)
  return rows
}
