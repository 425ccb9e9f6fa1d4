import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { processIdentity } from './process-identity.ts'

const running: EmbeddedPostgres[] = []
const folders: string[] = []
let model: string

beforeAll(async () => {
  model = mkdtempSync(join(tmpdir(), 'leadwright-model-'))
  chmodSync(model, 0o711)
  await (await startEmbeddedPostgres({ dataDir: model })).stop()
})
afterAll(() => rmSync(model, { recursive: true, force: true }))

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(name = ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-data-'))
  chmodSync(folder, 0o711)
  folders.push(folder)
  return join(folder, name)
}

/** A folder with a stopped cluster, copied because creating one takes longer than most of these tests. */
function folderWithCluster(): string {
  const folder = newFolder()
  // `cp -a` keeps owners and modes, which PostgreSQL checks.
  execFileSync('cp', ['-a', join(model, 'pg'), folder])
  return folder
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  running.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

/** The pid file disappears a moment before the process. */
const expectEnded = (pid: number) => expect.poll(() => processIdentity(pid)).toBeNull()

const noteRow = "create table note as select 'kept' as text"

test('the embedded PostgreSQL keeps data over a restart, in UTF-8, owned by a role without superuser rights', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await query(first.url, noteRow)
  expect(await query(first.url, 'show server_encoding')).toEqual(['UTF8'])
  expect(await query(first.url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    false,
  ])
  await first.stop()
  await expectEnded(first.pid)

  const second = await start(folder)
  expect(await query(second.url, 'select text from note')).toEqual(['kept'])
})

test('starts again after kill -9 with every acknowledged write, while children are still ending', async () => {
  const folder = folderWithCluster()
  const first = await start(folder)
  await query(first.url, noteRow)
  const busy = query(first.url, 'select pg_sleep(30)').catch(() => 'cut')
  process.kill(first.pid, 'SIGKILL')

  const second = await start(folder)
  expect(second.pid).not.toBe(first.pid)
  expect(await query(second.url, 'select text from note')).toEqual(['kept'])
  expect(await busy).toBe('cut')
})

test('a second start joins the postmaster, and only the last stop ends it', async () => {
  const folder = folderWithCluster()
  const [first, second] = await Promise.all([start(folder), start(folder)])
  expect(second.pid).toBe(first.pid)
  await first.stop()
  expect(await query(second.url, 'select 1')).toEqual([1])
  await second.stop()
  await expectEnded(second.pid)
})

test('restarts a postmaster that died while its owner lives', async () => {
  const postgres = await start(folderWithCluster())
  const killed = postgres.pid
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => postgres.pid).not.toBe(killed)
  expect(await query(postgres.url, 'select 1')).toEqual([1])
})

test('the embedded PostgreSQL is not confused by a stale pid file that names another program', async () => {
  const folder = folderWithCluster()
  const first = await start(folder)
  await query(first.url, noteRow)
  const pidFile = join(first.home, 'cluster', 'postmaster.pid')
  const content = readFileSync(pidFile, 'utf8')
  await first.stop()
  writeFileSync(pidFile, content.replace(/^\d+/, String(process.pid)), { mode: 0o600 })

  const second = await start(folder)
  expect(await query(second.url, 'select text from note')).toEqual(['kept'])
})

test('refuses the folder of another major version, says what to do and changes nothing', async () => {
  const folder = folderWithCluster()
  const first = await start(folder)
  await first.stop()
  const versionFile = join(first.home, 'cluster', 'PG_VERSION')
  const version = readFileSync(versionFile, 'utf8')
  writeFileSync(versionFile, '13\n')
  await expect(start(folder)).rejects.toThrow(
    /written by PostgreSQL 13[\s\S]*Nothing was changed[\s\S]*leadwright backup/,
  )

  writeFileSync(versionFile, version)
  expect(await query((await start(folder)).url, 'select 1')).toEqual([1])
})

test('listens on loopback, at a stable port, where the folder is too long for a socket', async () => {
  const postgres = await start(newFolder('a-folder-with-a-long-name-'.repeat(4)))
  expect(new URL(postgres.url).hostname).toBe('127.0.0.1')
  await query(postgres.url, noteRow)
  await postgres.restart('immediate')
  expect(await query(postgres.url, 'select text from note')).toEqual(['kept'])
})

test('a throwaway cluster leaves nothing behind', async () => {
  const postgres = await startEmbeddedPostgres({ throwaway: true })
  expect(await query(postgres.url, 'show fsync')).toEqual(['off'])
  await postgres.stop()
  await expectEnded(postgres.pid)
  expect(() => readFileSync(join(postgres.home, 'password'))).toThrow('ENOENT')
})
