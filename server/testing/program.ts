import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Megabytes, as `npm start` sets it. */
const HEAP_LIMIT = 1024
const READY = /^ready (\S+)/m

export const PROGRAM_ADMIN = { email: 'admin@test.example', password: 'correct horse battery' }

/** The real program as a process of its own, with its own data folder and database. */
export interface Program {
  /** Where it listens now. */
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Ends it as a power cut would; PostgreSQL lives on. */
  kill(): Promise<void>
  /** Ends PostgreSQL in the same way, with all its processes. */
  killPostgres(): void
  /** Starts it again on the same data. */
  start(): Promise<void>
  /** Of its own database: see {@link endLeasesOfTheDead}. */
  endLeasesOfTheDead(): Promise<void>
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

/**
 * Starts the program with an empty data folder on a free port of the loopback and waits until it is ready.
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
  let child: ChildProcess
  let url = ''

  async function start(): Promise<void> {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      DATA_DIR: folder,
      PORT: '0',
      ADMIN_EMAIL: PROGRAM_ADMIN.email,
      ADMIN_PASSWORD: PROGRAM_ADMIN.password,
      LOG_LEVEL: 'warn',
      // A start reads and strips hundreds of files: the second one finds them ready.
      NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache'),
      ...environment,
    }
    // With the channel it ends by itself when the tests are killed.
    const limit = `--max-old-space-size=${heapLimit}`
    child = spawn(process.execPath, [limit, main], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    url = await ready(child)
  }

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
    killPostgres: () => postgresPids(folder).forEach(killQuietly),
    start,
    async endLeasesOfTheDead() {
      // It joins the one that the program runs, and leaves it running.
      const postgres = await startEmbeddedPostgres({ dataDir: folder })
      await endLeasesOfTheDead(postgres.url).finally(() => postgres.stop())
    },
    async withDatabase(work) {
      const postgres = await startEmbeddedPostgres({ dataDir: folder })
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
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      postgresPids(folder).forEach(killQuietly)
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

function ready(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const address = READY.exec(said)?.[1]
      if (address) resolve(address)
    })
    child.stderr?.on('data', (chunk) => {
      said = (said + chunk).slice(-20_000)
    })
    child.once('exit', (code, signal) =>
      reject(new Error(`the program ended (${signal ?? code}) before it was ready:\n${said}`)),
    )
  })
}
