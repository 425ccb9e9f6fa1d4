import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from './platform/log.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { compileCache } from './testing/compile-cache.ts'
import { startLocalServer } from './testing/local-server.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'main-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the program until it ends by itself. */
function runToEnd(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const main = join(import.meta.dirname, 'main.ts')
    const child = spawn(process.execPath, [main], {
      env: {
        ...compileCache(),
        PATH: process.env.PATH,
        DATA_DIR: folder,
        LOG_LEVEL: 'error',
        ...env,
      } as never,
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('exit', (code) => resolve({ code, stderr }))
  })
}

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('names the setting when its database is unreachable, without the password', async () => {
  const port = await freePort()
  const { code, stderr } = await runToEnd({
    DATABASE_URL: `postgres://user:hidden-word@127.0.0.1:${port}/nothing`,
  })
  expect(code).toBe(1)
  expect(stderr).toContain(`DATABASE_URL: can’t use the database 127.0.0.1:${port}/nothing`)
  expect(stderr).not.toContain('hidden-word')
  expect(stderr).not.toContain('    at ')
})

it('says what to do when its port is taken, and leaves no database running', async () => {
  const other = await startLocalServer((_request, response) => response.end('busy'))
  const { code, stderr } = await runToEnd({ PORT: String(other.port) })
  expect(code).toBe(1)
  expect(stderr).toContain('Stop the other program or set PORT')
  const { existsSync } = await import('node:fs')
  expect(existsSync(join(folder, 'pg', 'cluster', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(folder, 'pg', 'cluster', 'postmaster.pid'))).toBe(false)
})

it('reports a data folder used by a newer version, and does not touch it', async () => {
  const names = async (statement: string): Promise<string[]> => {
    const postgres = await startEmbeddedPostgres({ dataDir: folder, log: silentLog() })
    const client = new pg.Client(postgres.url)
    try {
      await client.connect()
      await client.query(statement)
      const { rows } = await client.query('select name from kysely_migration order by name')
      return rows.map(({ name }) => name)
    } finally {
      await client.end()
      await postgres.stop()
    }
  }
  const before = await names("insert into kysely_migration values ('9999_later', '2099-01-01')")
  const { code, stderr } = await runToEnd({})
  expect(code).toBe(1)
  expect(stderr).toContain(
    'This data was last used by a newer version of Leadwright (it has the migration 9999_later)',
  )
  expect(stderr).not.toContain('    at ')
  expect(await names('select')).toEqual(before)
})
