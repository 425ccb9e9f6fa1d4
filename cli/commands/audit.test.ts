import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { httpCall, signIn } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'
import { startCli, temporaryFolder } from '../testing/run-cli.ts'

let program: Program
let scratch: ReturnType<typeof temporaryFolder>
let admin: { accountId: number }
beforeAll(async () => {
  scratch = temporaryFolder()
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

const verify = (args: string[] = [], env: Record<string, string> = {}) =>
  startCli(['audit', 'verify', ...args], {
    cwd: scratch.path,
    env: { DATA_DIR: program.dataDir, DATABASE_URL: '', SECRET_KEY: '', ...env },
  }).result

it('verifies the audit log next to a running server, and exits with 1 on a broken chain', async () => {
  const whole = await verify()
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

  const head = await startCli(['audit', 'head', '--sign', '--json'], {
    cwd: scratch.path,
    env: { DATA_DIR: program.dataDir, DATABASE_URL: '', SECRET_KEY: '' },
  }).result
  const storedHead = JSON.parse(head.stdout)
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

  // It connects to the running database and leaves it running.
  const postgres = await startEmbeddedPostgres({ dataDir: program.dataDir })
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query(`update audit_entry set action = 'list.deleted'`)
  await client.end()
  await postgres.stop()
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

it('doctor checks the same installation, and exits with 1 on a problem', async () => {
  const doctor = (env: Record<string, string> = {}) =>
    startCli(['doctor', '--json'], {
      cwd: scratch.path,
      env: {
        DATA_DIR: program.dataDir,
        DATABASE_URL: '',
        SECRET_KEY: '',
        PORT: new URL(program.url).port,
        DNS_SERVERS: '127.0.0.1:1',
        ...env,
      },
    }).result
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
