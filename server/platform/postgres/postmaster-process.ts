import { existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterLayout } from './cluster-layout.ts'
import { chooseListenAddress, type ListenAddress, writeSettings } from './cluster-settings.ts'
import { EmbeddedPostgresError, USE_DATABASE_URL } from './postgres-error.ts'
import type { PostgresPrograms } from './postgres-programs.ts'
import { isPostmasterOf, processIdentity } from './process-identity.ts'

/** A running postmaster. */
export type Postmaster = { pid: number; address: ListenAddress }

const RECOVERY_LIMIT_MS = 600_000
const RETRY_LIMIT_MS = 15_000
const LOG_LIMIT_BYTES = 20_000_000
/** Messages of PostgreSQL while children of a killed postmaster still end, or when a port was taken meanwhile. */
const TEMPORARY_PROBLEM = /still in use|already exists|already in use|could not create any TCP\/IP sockets/

/** The running postmaster of the cluster, or null. */
export function findPostmaster(layout: ClusterLayout): (Postmaster & { ready: boolean }) | null {
  const file = join(layout.cluster, 'postmaster.pid')
  if (!existsSync(file)) return null
  // Lines: pid, folder, start time, port, socket folder, listen address, memory key, status.
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!pid || !isPostmasterOf(pid, layout.cluster)) return null
  const address = { host: lines[4] || lines[5] || '', port: Number(lines[3]) }
  return { pid, address, ready: lines[7]?.trim() === 'ready' }
}

/**
 * Ensures that a postmaster serves the cluster: joins the running one or starts one, recovering from a crash. The
 * caller holds the folder lock.
 * @throws EmbeddedPostgresError with the end of PostgreSQL's log when it does not start
 */
export async function ensurePostmaster(
  layout: ClusterLayout,
  programs: PostgresPrograms,
  options: { throwaway: boolean; beforeStart: () => void; onWait: (why: string) => void },
): Promise<Postmaster & { reused: boolean }> {
  const startedAt = performance.now()
  let started = false
  let announced = false
  for (;;) {
    const found = findPostmaster(layout)
    if (found?.ready) return { pid: found.pid, address: found.address, reused: !started }
    const waited = performance.now() - startedAt
    if (!found) {
      const trouble = await startOnce(layout, programs, options)
      started = true
      if (!trouble) continue
      if (waited > RETRY_LIMIT_MS || !TEMPORARY_PROBLEM.test(trouble)) throw failure(layout, trouble)
    } else if (waited > RECOVERY_LIMIT_MS) {
      throw failure(layout, `The postmaster (pid ${found.pid}) is running but does not become ready.`)
    }
    if (waited > 3000 && !announced) {
      announced = true
      options.onWait('PostgreSQL is recovering; waiting until it is ready')
    }
    await sleep(100)
  }
}

/** Stops the postmaster: `fast` ends sessions, `immediate` is a crash that the next start recovers. */
export async function stopPostmaster(
  layout: ClusterLayout,
  programs: PostgresPrograms,
  mode: 'fast' | 'immediate',
): Promise<void> {
  if (!findPostmaster(layout)) return
  const result = await programs.pgCtl(['stop', '-D', layout.cluster, '-m', mode, '-w', '-t', '60', '-s'])
  if (result.code !== 0 && findPostmaster(layout)) throw failure(layout, result.output)
}

/** Rotates a large log (one older file is kept). Returns whether it did. */
function rotateLog(logFile: string): boolean {
  if (!existsSync(logFile) || statSync(logFile).size < LOG_LIMIT_BYTES) return false
  renameSync(logFile, `${logFile}.1`)
  return true
}

async function startOnce(
  layout: ClusterLayout,
  programs: PostgresPrograms,
  options: { throwaway: boolean; beforeStart: () => void },
): Promise<string | null> {
  removeForeignPidFile(layout)
  rotateLog(layout.logFile)
  writeSettings(layout, await chooseListenAddress(layout), options)
  options.beforeStart()
  const logStart = existsSync(layout.logFile) ? statSync(layout.logFile).size : 0
  const result = await programs.pgCtl([
    'start',
    '-D',
    layout.cluster,
    '-l',
    layout.logFile,
    '-w',
    '-t',
    '60',
    '-s',
  ])
  if (result.code === 0 || findPostmaster(layout)) return null
  return result.output + readLog(layout).slice(logStart).toString('utf8')
}

/**
 * PostgreSQL refuses to start when the pid in a left-over postmaster.pid belongs to any process of the same user,
 * which after a restart of the machine or container can be ours. It also checks the shared memory of surviving
 * children, so the file may be removed when its process is certainly not a postmaster.
 */
function removeForeignPidFile(layout: ClusterLayout): void {
  const file = join(layout.cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (pid && !processIdentity(pid) && !existsSync(`/proc/${pid}`)) return
  if (!isPostmasterOf(pid, layout.cluster)) rmSync(file, { force: true })
}

function failure(layout: ClusterLayout, trouble: string): EmbeddedPostgresError {
  const tail = trouble.trim().split('\n').slice(-12).join('\n')
  return new EmbeddedPostgresError(
    `PostgreSQL did not start or stop properly. Its last messages:\n${tail}\nIts log: ${layout.logFile}. ${USE_DATABASE_URL}`,
  )
}

function readLog(layout: ClusterLayout): Buffer {
  return existsSync(layout.logFile) ? readFileSync(layout.logFile) : Buffer.alloc(0)
}
