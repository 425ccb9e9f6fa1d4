import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { withFolderLock } from '#server/platform/postgres/cluster-lock.ts'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'
import { isCluster, restartCluster } from './cluster.ts'
import { compileCache } from './compile-cache.ts'
import { createTestDatabase } from './database.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Megabytes, as `npm start` sets it. */
const HEAP_LIMIT = 1024
/** Without a URL when it serves no requests. */
const READY = /^ready(?: (\S+))?\n/m

export const PROGRAM_ADMIN = { email: 'admin@test.example', password: 'correct horse battery' }

/** The real program in a separate process, with its own data folder and database. */
export interface Program {
  /** Its current URL. */
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Ends it like a power cut; PostgreSQL keeps running. */
  kill(): Promise<void>
  /** Ends PostgreSQL and all its processes in the same way; a cluster restarts by itself. */
  killPostgres(): Promise<void>
  /** Restarts it on the same data. */
  start(): Promise<void>
  /** For its database: see {@link endLeasesOfTheDead}. */
  endLeasesOfTheDead(): Promise<void>
  /** Its database, whose server is started if it is not running. */
  databaseUrl(): Promise<string>
  /** Connects to its database while `work` runs. */
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Stops it and deletes its data. */
  remove(): Promise<void>
}

/** Pids of a data folder's postmaster and its children. */
function postgresPids(folder: string): number[] {
  let postmaster: number
  try {
    postmaster = Number(readFileSync(join(folder, 'pg', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return []
  }
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && parentOf(name) === postmaster
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}

/** Field 4 of stat; the name before it may contain anything, so count from its closing bracket. */
const parentOf = (pid: string): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])

const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

/**
 * Ends the leases of killed workers, so that runs are taken over now and not in 12 seconds. Runs that were already
 * taken over, by a second attempt, are unaffected.
 */
export async function endLeasesOfTheDead(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(
      `update run set lease_until = now() - interval '1 second' where finished_at is null and attempt = 1`,
    )
  } finally {
    await client.end()
  }
}

/** Starts the program's process; with its channel it ends by itself when the tests are killed. */
function spawnProgram(
  folder: string,
  environment: Record<string, string> = {},
  heapLimit = HEAP_LIMIT,
  main = MAIN,
): ChildProcess {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    DATA_DIR: folder,
    PORT: '0',
    ADMIN_EMAIL: PROGRAM_ADMIN.email,
    ADMIN_PASSWORD: PROGRAM_ADMIN.password,
    LOG_LEVEL: 'warn',
    MALLOC_ARENA_MAX: '2',
    ...compileCache(),
    ...environment,
  }
  const args = [`--max-old-space-size=${heapLimit}`, '--max-semi-space-size=16', main]
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/**
 * Fills a data folder with the results of a first start: a cluster with every migration, a key and the
 * administrator. Created once per test run, because it takes as long as the start itself.
 */
async function fillWithFirstStart(folder: string, made: string): Promise<void> {
  const whole = join(made, 'data')
  await withFolderLock(made, async () => {
    if (existsSync(whole)) return
    const half = join(made, 'half')
    mkdirSync(half, { mode: 0o711 })
    chmodSync(made, 0o711)
    const child = spawnProgram(half)
    await ready(child)
    await stop(child)
    renameSync(half, whole)
  })
  // With its owners: PostgreSQL may run as another user.
  execFileSync('cp', ['-a', `${whole}/.`, folder])
}

/**
 * Starts the program on a free loopback port, with a data folder after a first start, and waits until it is ready.
 * @param heapLimit megabytes of its heap, beyond which it exits
 * @param main the program's main file, if not this repository's
 */
export async function startProgram(
  environment: Record<string, string> = {},
  heapLimit = HEAP_LIMIT,
  main = MAIN,
): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'leadwright-program-'))
  chmodSync(folder, 0o711)
  const made = process.env.TEST_FIRST_START
  const isUsual = !environment.DATABASE_URL && !environment.DATA_DIR
  const spread = isCluster && isUsual ? await createTestDatabase() : null
  // The program itself sets up a test's own database or folder.
  if (made && isUsual && !spread) await fillWithFirstStart(folder, made)
  let child: ChildProcess
  let url = ''

  async function start(): Promise<void> {
    const own: Record<string, string> = spread ? { DATABASE_URL: spread.url } : {}
    child = spawnProgram(folder, { ...own, ...environment }, heapLimit, main)
    url = await ready(child)
  }
  /** Joins the server that the program runs, and leaves it running. */
  const openDatabase = async () =>
    spread ? { url: spread.url, stop: async () => {} } : startEmbeddedPostgres({ dataDir: folder })

  await start()
  return {
    get url() {
      return url
    },
    get pid() {
      return child.pid as number
    },
    dataDir: folder,
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async killPostgres() {
      if (spread) await restartCluster('immediate')
      else postgresPids(folder).forEach(killQuietly)
    },
    start,
    async endLeasesOfTheDead() {
      const postgres = await openDatabase()
      await endLeasesOfTheDead(postgres.url).finally(() => postgres.stop())
    },
    async databaseUrl() {
      const postgres = await openDatabase()
      // The program keeps it running.
      return postgres.stop().then(() => postgres.url)
    },
    async withDatabase(work) {
      const postgres = await openDatabase()
      const client = new pg.Client(postgres.url)
      try {
        await client.connect()
        return await work(client)
      } finally {
        await client.end()
        await postgres.stop()
      }
    },
    async remove() {
      await stop(child)
      postgresPids(folder).forEach(killQuietly)
      await spread?.drop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function ready(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const found = READY.exec(output)
      if (found) resolve(found[1] ?? '')
    })
    child.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`the program ended (${signal ?? code}) before it was ready:\n${output}`)),
    )
  })
}
