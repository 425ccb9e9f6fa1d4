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
  for (const node of nodesOf(server)) await copyTemplate(node, name)
  return {
    url: inDatabase(server, name),
    drop: async () => {
      for (const node of nodesOf(server)) await dropDatabase(node, name)
    },
  }
}

/** The server of tests; with CITUS_WORKERS its workers too, on the ports after its own. */
export function nodesOf(server: string): string[] {
  return Array.from({ length: 1 + Number(process.env.CITUS_WORKERS ?? 0) }, (_, at) => {
    const node = new URL(server)
    if (at > 0) node.port = String(Number(node.port) + at)
    return node.href
  })
}

/** The maintenance of a cluster may look at the template at any moment; it is done in a moment. */
async function copyTemplate(node: string, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await execute(node, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`)
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || tries >= 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** The same server and user, another database. */
export function inDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** `force` may not end a worker of the server's own that is at the database right now; it is done in a moment. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await execute(server, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if (!['42501', '55006'].includes(String((error as { code?: string }).code)) || tries >= 500) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

/** Runs one statement. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
