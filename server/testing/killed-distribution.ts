import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect } from 'vitest'

const PROGRAM = new URL('../app/distribute/distribute.ts', import.meta.url).pathname

/** Queries a database over a separate connection. */
export async function request<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Distributes a database in a separate process, which is killed after `tables` more tables have moved. */
export async function killDistributionAfter(url: string, tables: number): Promise<void> {
  const script = `const { distribute } = await import('${PROGRAM}'); await distribute('${url}')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  const ended = once(child, 'exit')
  const moved = async () => (await request(url, 'select from pg_dist_partition')).length
  await expect.poll(moved, { interval: 20 }).toBeGreaterThan(tables)
  child.kill('SIGKILL')
  await ended
}
