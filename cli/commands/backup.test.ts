import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { startCli, temporaryFolder } from '../testing/run-cli.ts'

let program: Program
let scratch: ReturnType<typeof temporaryFolder>
beforeAll(async () => {
  scratch = temporaryFolder()
  // PostgreSQL may run as another user.
  chmodSync(scratch.path, 0o711)
  program = await startProgram()
})
afterAll(async () => {
  await program?.remove()
  scratch?.remove()
})

/** Runs the command on the installation of a data folder, in its own working folder. */
const start = (args: string[], dataDir: string) =>
  startCli(args, { cwd: scratch.path, env: { DATA_DIR: dataDir, DATABASE_URL: '', SECRET_KEY: '' } })

describe('backup and restore', () => {
  it('copy a running installation into an empty data folder', async () => {
    const saved = await start(['backup', 'all.tar.gz', '--json'], program.dataDir).result
    expect(saved.code, saved.stderr).toBe(0)
    const file = join(scratch.path, 'all.tar.gz')
    const report = JSON.parse(saved.stdout)
    expect(report).toMatchObject({ file, bytes: statSync(file).size, files: 1 })
    expect(Object.keys(report).sort()).toEqual(['bytes', 'file', 'files', 'rows', 'seconds', 'tables'])
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200)

    const empty = join(scratch.path, 'restored')
    const restored = await start(['restore', 'all.tar.gz', '--json'], empty).result
    expect(restored.code, restored.stderr).toBe(0)
    expect(JSON.parse(restored.stdout)).toMatchObject({ rows: report.rows, tables: report.tables, files: 1 })
    const second = await start(['restore', 'all.tar.gz'], empty).result
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('This installation already has accounts')

    const other = await startProgram({ DATA_DIR: empty })
    try {
      await signIn(
        httpCall(() => other.url),
        PROGRAM_ADMIN,
      )
      const busy = await start(['restore', 'all.tar.gz'], empty).result
      expect(busy.stderr).toContain('A server is running')
    } finally {
      await other.remove()
    }
  })

  it('leaves no file when killed', async () => {
    const created = () => readdirSync(scratch.path).some((name) => name.startsWith('.killed'))
    // It connects to the running database and leaves it running.
    const postgres = await startEmbeddedPostgres({ dataDir: program.dataDir })
    const client = new pg.Client(postgres.url)
    await client.connect()
    await client.query('begin; lock table wallet in access exclusive mode')
    const { child, result } = start(['backup', 'killed.tar.gz'], program.dataDir)
    await expect.poll(created).toBe(true)
    child.kill('SIGKILL')
    await result
    await expect.poll(created).toBe(false)
    await client.end()
    await postgres.stop()
    expect(readdirSync(scratch.path)).not.toContain('killed.tar.gz')
  })

  it('reports a missing installation and a file that isn’t a backup', async () => {
    const nothing = await start(['backup', 'none.tar.gz'], join(scratch.path, 'elsewhere')).result
    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('There is no installation in'),
    ])
    const missing = await start(['restore', 'none.tar.gz'], join(scratch.path, 'another')).result
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('there is no such file')])
  })
})
