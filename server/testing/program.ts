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
import { createTestDatabase } from './database.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Megabytes, as `npm start` sets it. */
const HEAP_LIMIT = 1024
/** Without an address when it answers no requests. */
const READY = /^ready(?: (\S+))?\n/m

export const PROGRAM_ADMIN = { email: 'admin@test.example', password: 'correct horse battery' }

/** The real program as a process of its own, with its own data folder and database. */
export interface Program {
  /** Where it listens now. */
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Ends it as a power cut would; PostgreSQL lives on. */
  kill(): Promise<void>
  /** Ends PostgreSQL in the same way, with all its processes; a cluster starts again by itself. */
  killPostgres(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Of its own database: see {@link endLeasesOfTheDead}. */
  endLeasesOfTheDead(): Promise<void>
  /** Of its own database, whose server is started when it does not run. */
  databaseUrl(): Promise<string>
  /** Its own database, for as long as the work takes. */
  withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
  /** Stops what runs and removes the data. */
  remove(): Promise<void>
}

/** Ids of the postmaster of a data folder and of its children. */
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

/** Field 4 of stat; the name before it may hold anything, so count from its closing bracket. */
const parentOf = (pid: string): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])

const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/**
 * Ends the time that a killed worker had left on its runs, so that the next one takes them over now and not in 12
 * seconds. Runs that have been taken over before, by a second attempt, are left alone.
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
    // A start reads and strips hundreds of files: the second one finds them ready.
    NODE_COMPILE_CACHE: join(process.env.TEST_FIRST_START ?? tmpdir(), 'compile-cache'),
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
 * Fills a data folder with what a first start makes: a cluster with every migration, a key and the admin. It is made
 * once per test run, because that costs as much as the start itself.
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
 * Starts the program on a free port of the loopback, with a data folder that has seen a first start and nothing else,
 * and waits until it is ready.
 * @param heapLimit megabytes of objects, beyond which it ends by itself
 * @param main the program's file, when it is not this one's
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
  // A database or folder of the test's own is started by the program itself.
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
