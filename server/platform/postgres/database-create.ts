import { LimitedClient } from '../db/limited-client.ts'
import type { ListenAddress } from './cluster-settings.ts'

/** Name of the database and of its owner role. */
const APP_DATABASE = 'leadwright'

/** The URL of a database as pg, libpq and `new URL` all parse it, socket folders included. */
export function databaseUrl(address: ListenAddress, password: string, database = APP_DATABASE): string {
  return `postgresql://${APP_DATABASE}:${password}@${encodeURIComponent(address.host)}:${address.port}/${database}`
}

/**
 * Creates the application's role and database where missing. The role is no superuser: SQL injection cannot reach
 * files or programs. It may create databases, for tests.
 */
export async function ensureDatabase(address: ListenAddress, password: string): Promise<void> {
  const client = new LimitedClient({ ...address, user: 'postgres', password, database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const exists = async (sql: string) => ((await client.query(sql, [APP_DATABASE])).rowCount ?? 0) > 0
    if (!(await exists('select 1 from pg_roles where rolname = $1'))) {
      const secret = client.escapeLiteral(password)
      await client.query(`create role ${APP_DATABASE} login createdb password ${secret}`)
    }
    if (!(await exists('select 1 from pg_database where datname = $1'))) {
      await client.query(`create database ${APP_DATABASE} owner ${APP_DATABASE}`)
    }
  } finally {
    await client.end()
  }
}

/** Whether the server went away or is not ready (57P..), as opposed to a rejected statement. */
export function isLostConnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('57P') || !/^[0-9A-Z]{5}$/.test(code)
}
