import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { connectInLine } from '../platform/db/limited-client.ts'

/** The migrated database that test databases are copied from. */
export const TEMPLATE_DATABASE = 'leadwright_template'

export type TestDatabase = {
  url: string
  /** closes its connections and deletes it */
  drop(): Promise<void>
}

/** Creates a separate, migrated and otherwise empty database (about 30 ms). Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('databaseUrl')
  const problem = inject('databaseProblem')
  if (problem) throw new Error(problem)
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files costs the server half as much as copying through the WAL.
  for (const node of listNodes(server)) await copyTemplate(node, name)
  return {
    url: inDatabase(server, name),
    drop: async () => {
      for (const node of listNodes(server)) await dropDatabase(node, name)
    },
  }
}

/** The test server; with CITUS_WORKERS also its workers, on the following ports. */
export function listNodes(server: string): string[] {
  return Array.from({ length: 1 + Number(process.env.CITUS_WORKERS ?? 0) }, (_, at) => {
    const node = new URL(server)
    if (at > 0) node.port = String(Number(node.port) + at)
    return node.href
  })
}

/** Retries, because the cluster's maintenance may briefly connect to the template. */
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

/** Retries, because `force` cannot end a background worker that is briefly connected. */
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

export async function execute(url: string, sql: string): Promise<void> {
  const client = await connectInLine(async () => {
    const fresh = new pg.Client(url)
    await fresh.connect()
    return fresh
  })
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
