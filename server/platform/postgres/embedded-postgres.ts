import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterPassword, createCluster } from './cluster-create.ts'
import {
  type ClusterLayout,
  chownTo,
  clusterLayout,
  clusterOwner,
  refuseOtherMajor,
} from './cluster-layout.ts'
import { withFolderLock } from './cluster-lock.ts'
import { addUser, countUsers, removeUser } from './cluster-users.ts'
import { databaseUrl, ensureDatabase, isLostConnection } from './database-create.ts'
import { choosePostgresIdentity, identityFacts } from './postgres-identity.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'
import { ensurePostmaster, findPostmaster, type Postmaster, stopPostmaster } from './postmaster-process.ts'
import { makeThrowawayFolder, removeThrowawayFolder, sweepThrowawayFolders } from './throwaway-folders.ts'

const WATCH_MS = 2000
const ANSWER_ATTEMPTS = 100

/** Receives messages for the operator; a pino logger fits. */
export type PostgresLog = { info(message: string): void; warn(message: string): void }

export type EmbeddedPostgresOptions = {
  /** the cluster is in `${dataDir}/pg`; ignored when throwaway */
  dataDir?: string
  log?: PostgresLog
  /** a temporary cluster without disk safety, removed at stop */
  throwaway?: boolean
}

export type EmbeddedPostgres = {
  /** address of the database `leadwright`, password included */
  readonly url: string
  /** pid of the postmaster; changes when it is restarted */
  readonly pid: number
  /** folder of the cluster, its log and its password */
  readonly home: string
  /** stops the postmaster (fast) unless another live process uses it too; idempotent */
  stop(): Promise<void>
  /** restarts it at the same address: for tests of outages */
  restart(mode: 'fast' | 'immediate'): Promise<void>
}

/**
 * Starts PostgreSQL from the binaries installed by npm, or joins the one that already serves the data folder.
 * Creates the cluster and the database `leadwright` on first use, recovers after a kill -9, works as root, and
 * restarts a postmaster that died while this process lives.
 * @throws EmbeddedPostgresError (with a message for the operator): other major version, not startable, wrong owner
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const throwaway = options.throwaway ?? false
  if (throwaway) sweepThrowawayFolders()
  const layout = clusterLayout(throwaway ? makeThrowawayFolder() : homeIn(options.dataDir))
  return withFolderLock(layout.home, async () => {
    const user = addUser(layout.usersDir)
    try {
      const start = await prepareCluster(layout, throwaway, options.log)
      const first = await startUntilItAnswers(start, clusterPassword(layout))
      return supervise({ layout, throwaway, start, first, user, log: options.log })
    } catch (error) {
      removeUser(user)
      if (throwaway) removeThrowawayFolder(layout.home)
      throw error
    }
  })
}

type StartPostmaster = (() => Promise<Postmaster>) & { programs: PostgresPrograms }

function homeIn(dataDir: string | undefined): string {
  if (!dataDir) throw new TypeError('dataDir is needed unless throwaway')
  const folder = resolve(dataDir)
  // Traversable but not readable: PostgreSQL may have to run as another user. Its own folder is private.
  mkdirSync(folder, { recursive: true, mode: 0o711 })
  return join(folder, 'pg')
}

/** Finds the programs, creates the cluster when missing, and returns the function that starts its postmaster. */
async function prepareCluster(
  layout: ClusterLayout,
  throwaway: boolean,
  log?: PostgresLog,
): Promise<StartPostmaster> {
  const identity = await choosePostgresIdentity(identityFacts(clusterOwner(layout)))
  const give = () => {
    if (identity.kind === 'user') chownTo(layout, identity)
  }
  clusterPassword(layout)
  give()
  const programs = await findPostgresPrograms(identity)
  if (existsSync(layout.cluster)) {
    refuseOtherMajor(layout, programs.major)
  } else {
    if (!throwaway) log?.info(`creating a PostgreSQL ${programs.major} data folder in ${layout.home}`)
    await createCluster(layout, programs, { throwaway })
  }
  const start = async () => {
    const postmaster = await ensurePostmaster(layout, programs, {
      throwaway,
      beforeStart: give,
      onWait: (why) => log?.warn(why),
    })
    if (postmaster.reused) log?.info(`joined the PostgreSQL that already runs (pid ${postmaster.pid})`)
    return postmaster
  }
  return Object.assign(start, { programs })
}

/** A postmaster that was just killed still looks alive for a moment, but drops the connection. */
async function startUntilItAnswers(start: StartPostmaster, password: string): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const postmaster = await start()
    try {
      await ensureDatabase(postmaster.address, password)
      return postmaster
    } catch (error) {
      if (attempt === ANSWER_ATTEMPTS || !isLostConnection(error)) throw error
      await sleep(100)
    }
  }
}

type Supervised = {
  layout: ClusterLayout
  throwaway: boolean
  start: StartPostmaster
  first: Postmaster
  user: string
  log: PostgresLog | undefined
}

function supervise({ layout, throwaway, start, first, user, log }: Supervised): EmbeddedPostgres {
  let current = first
  let stopped: Promise<void> | null = null
  const locked = <T>(work: () => Promise<T>) => withFolderLock(layout.home, work)

  const revive = async () => {
    if (stopped || findPostmaster(layout)) return
    log?.warn(`PostgreSQL (pid ${current.pid}) ended unexpectedly; restarting it`)
    await locked(async () => {
      if (!stopped) current = await start()
    }).catch((error) => log?.warn(String(error)))
  }
  const watch = every(WATCH_MS, revive)

  const stop = () =>
    locked(async () => {
      removeUser(user)
      if (countUsers(layout.usersDir) > 0) return
      await stopPostmaster(layout, start.programs, throwaway ? 'immediate' : 'fast')
    }).finally(() => {
      if (throwaway) removeThrowawayFolder(layout.home)
    })

  return {
    url: databaseUrl(first.address, clusterPassword(layout)),
    home: layout.home,
    get pid() {
      return current.pid
    },
    stop: () => {
      clearInterval(watch)
      stopped ??= stop()
      return stopped
    },
    restart: (mode) =>
      locked(async () => {
        await stopPostmaster(layout, start.programs, mode)
        current = await start()
      }),
  }
}

/** Repeats async work without overlaps, and without keeping the process alive. */
function every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
  let busy = false
  return setInterval(() => {
    if (busy) return
    busy = true
    work().finally(() => {
      busy = false
    })
  }, ms).unref()
}
