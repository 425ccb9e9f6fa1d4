import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** The migrated database that test databases are copied from. */
export const TEMPLATE_DATABASE = 'leadwright_template'

/** A database for one test file. */
export type TestDatabase = {
  url: string
  /** cuts its connections and removes it */
  drop(): Promise<void>
}

/** Makes a migrated, otherwise empty database of one's own (about 30 ms). Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const problem = inject('databaseProblem')
  if (problem) throw new Error(problem)
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files costs the server half as much work as copying through its log.
  await execute(server, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`)
  return {
    url: inDatabase(server, name),
    drop: () => dropDatabase(server, name),
  }
}

/** The same server and user, another database. */
export function inDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** `force` may not end a worker of the server's own that is tidying the database up right now; it is done in a moment. */
async function dropDatabase(server: string, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await execute(server, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if ((error as { code?: string }).code !== '42501' || tries >= 500) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
