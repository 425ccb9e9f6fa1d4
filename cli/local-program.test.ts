import { chmodSync, readdirSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { runCli, startCli, temporaryFolder } from './testing/run-cli.ts'

/* The commands that work on the local installation, while it runs. */

let program: Program
let scratch: ReturnType<typeof temporaryFolder>
let admin: { accountId: number }
beforeAll(async () => {
  scratch = temporaryFolder()
  // PostgreSQL may run as another user.
  chmodSync(scratch.path, 0o711)
  program = await startProgram()
  admin = await signIn(
    httpCall(() => program.url),
    PROGRAM_ADMIN,
  )
})
afterAll(async () => {
  await program?.remove()
  scratch?.remove()
})

/** Settings of a command on the installation of a data folder. */
const options = (env: Record<string, string> = {}) => ({
  cwd: scratch.path,
  env: { DATA_DIR: program.dataDir, DATABASE_URL: '', SECRET_KEY: '', ...env },
})
const run = (args: string[], env: Record<string, string> = {}) => runCli(args, options(env))

describe('backup and restore', () => {
  it('copy a running installation into an empty data folder', async () => {
    const saved = await startCli(['backup', 'all.tar.gz', '--json'], options()).result
    expect(saved.code, saved.stderr).toBe(0)
    const file = join(scratch.path, 'all.tar.gz')
    const report = JSON.parse(saved.stdout)
    expect(report).toMatchObject({ file, bytes: statSync(file).size, files: 1 })
    expect(Object.keys(report).sort()).toEqual(['bytes', 'file', 'files', 'rows', 'seconds', 'tables'])
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200)

    const empty = join(scratch.path, 'restored')
    const restored = await run(['restore', 'all.tar.gz', '--json'], { DATA_DIR: empty })
    expect(restored.code, restored.stderr).toBe(0)
    expect(JSON.parse(restored.stdout)).toMatchObject({ rows: report.rows, tables: report.tables, files: 1 })
    const second = await run(['restore', 'all.tar.gz'], { DATA_DIR: empty })
    expect(second.code).toBe(1)
    expect(second.stderr).toContain('This installation already has accounts')

    const other = await startProgram({ DATA_DIR: empty })
    try {
      await signIn(
        httpCall(() => other.url),
        PROGRAM_ADMIN,
      )
      const busy = await run(['restore', 'all.tar.gz'], { DATA_DIR: empty })
      expect(busy.stderr).toContain('A server is running')
    } finally {
      await other.remove()
    }
  })

  it('leaves no file when killed', async () => {
    const created = () => readdirSync(scratch.path).some((name) => name.startsWith('.killed'))
    await program.withDatabase(async (client: pg.Client) => {
      await client.query('begin; lock table wallet in access exclusive mode')
      const { child, result } = startCli(['backup', 'killed.tar.gz'], options())
      await expect.poll(created).toBe(true)
      child.kill('SIGKILL')
      await result
      await expect.poll(created).toBe(false)
    })
    expect(readdirSync(scratch.path)).not.toContain('killed.tar.gz')
  })

  it('reports a missing installation and a file that isn’t a backup', async () => {
    const nothing = await run(['backup', 'none.tar.gz'], { DATA_DIR: join(scratch.path, 'elsewhere') })
    expect([nothing.code, nothing.stderr]).toEqual([
      1,
      expect.stringContaining('There is no installation in'),
    ])
    const missing = await run(['restore', 'none.tar.gz'], { DATA_DIR: join(scratch.path, 'another') })
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('there is no such file')])
  })
})

it('doctor checks the installation, and exits with 1 on a problem', async () => {
  const doctor = (env: Record<string, string> = {}) =>
    run(['doctor', '--json'], { PORT: new URL(program.url).port, DNS_SERVERS: '127.0.0.1:1', ...env })
  const fine = await doctor()
  const statuses = Object.fromEntries(
    JSON.parse(fine.stdout).checks.map((check: { name: string; status: string }) => [
      check.name,
      check.status,
    ]),
  )
  expect(statuses).toMatchObject({ database: 'ok', server: 'ok', 'secret key': 'ok', migrations: 'ok' })
  const wrong = await doctor({ SECRET_KEY: 'another key that is long enough to be one' })
  expect([wrong.code, JSON.parse(wrong.stdout).ok]).toEqual([1, false])
})

it('audit verifies the log, and exits with 1 on a broken chain', async () => {
  const verify = (args: string[] = [], env: Record<string, string> = {}) =>
    run(['audit', 'verify', ...args], env)
  const whole = await startCli(['audit', 'verify'], options()).result
  expect([whole.code, whole.stderr]).toEqual([0, ''])
  expect(whole.stdout).toBe('The audit log is intact: 1 entry, 1 account, 1 checkpoint.\n')
  const of = await verify(['--account', String(admin.accountId), '--json'])
  expect(JSON.parse(of.stdout)).toEqual({
    accounts: 1,
    entries: 1,
    unproven: 0,
    checkpoints: 1,
    broken: null,
    broken_accounts: 0,
  })
  const unknown = await verify(['--account', '999'])
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('no entries for account 999')])

  const storedHead = JSON.parse((await run(['audit', 'head', '--sign', '--json'])).stdout)
  expect(storedHead).toMatchObject({
    n: 2,
    entries: 1,
    root: expect.any(String),
    signature: expect.any(String),
  })
  // In a file with a new line every night, only the last line counts.
  const lines = [
    { ...storedHead, n: 9, signature: undefined },
    { ...storedHead, root: 'ab'.repeat(32) },
  ]
  await writeFile(join(scratch.path, 'head.json'), lines.map((line) => JSON.stringify(line)).join('\n'))
  const against = await verify(['--against', 'head.json', '--json'])
  expect([against.code, JSON.parse(against.stdout).broken.kind]).toEqual([1, 'forged'])

  const otherKey = await verify([], { SECRET_KEY: 'another secret of more than 32 letters' })
  expect(otherKey.code).toBe(1)
  expect(otherKey.stdout).toMatch(/Checkpoint 1 was not signed .*\(key \w{16} is not in AUDIT_KEY/)

  await program.withDatabase((client) => client.query(`update audit_entry set action = 'list.deleted'`))
  const broken = await verify()
  expect(broken.code).toBe(1)
  expect(broken.stdout).toContain(`Entry 1 of account ${admin.accountId} was changed`)
  const json = await verify(['--json'])
  expect(json.code).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({
    broken: { account_id: admin.accountId, seq: 1, checkpoint: null, kind: 'changed', unknown_key: null },
    broken_accounts: 1,
  })
})
