import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { SETTINGS_FILE } from './cluster-create.ts'
import type { ClusterLayout } from './cluster-layout.ts'

/** `host` is a socket folder or 127.0.0.1. */
export type ListenAddress = { host: string; port: number }

/** Maximum bytes of a unix socket address, including the file name. */
const SOCKET_PATH_LIMIT = 107
const SOCKET_PORT = 5432

/**
 * Megabytes of shared buffers: an eighth of the machine's memory (or the container's limit), because the program and
 * the system's cache need the rest. Large corpora need it: at a million places their indexes exceed 256 MB.
 */
export function bufferMegabytes(memoryBytes: number): number {
  return Math.min(2048, Math.max(128, Math.floor(memoryBytes / 8 / 2 ** 20)))
}

function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 && limit < totalmem() ? limit : totalmem()
}

const COMMON = {
  max_connections: 100,
  jit: 'off',
  random_page_cost: 1.1,
  maintenance_work_mem: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
}

/**
 * For data that may be lost: no write waits for the disk. Hundreds of small databases are created and dropped, so
 * buffers are few (each drop scans all of them), and nothing is vacuumed before. A password that lives as long as its
 * folder is hashed once, because each new connection repeats that work. Several programs share one server: with four
 * workers, tests that start programs of their own took all of 100 connections.
 */
const THROWAWAY = {
  max_connections: 400,
  shared_buffers: '128MB',
  autovacuum: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  scram_iterations: 1,
}

/** A socket in our private folder if the path is short enough, else a free loopback port. */
export async function chooseListenAddress(layout: ClusterLayout): Promise<ListenAddress> {
  const socket = join(layout.socketDir, `.s.PGSQL.${SOCKET_PORT}`)
  if (Buffer.byteLength(socket) <= SOCKET_PATH_LIMIT) return { host: layout.socketDir, port: SOCKET_PORT }
  // The previous port, so that the address stays valid for those who already have it.
  return { host: '127.0.0.1', port: (await freePort(lastPort(layout))) ?? (await freePort(0)) ?? 0 }
}

/** Writes the settings for the next start. `ALTER SYSTEM` overrides them. */
export function writeSettings(
  layout: ClusterLayout,
  address: ListenAddress,
  options: { throwaway: boolean },
): void {
  const overSocket = address.host.startsWith('/')
  const buffers = bufferMegabytes(memoryBytes())
  const settings = {
    ...COMMON,
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${buffers * 4}MB`,
    ...(options.throwaway ? THROWAWAY : {}),
    listen_addresses: overSocket ? '' : address.host,
    unix_socket_directories: overSocket ? `"${address.host.replaceAll('"', '""')}"` : '',
    port: address.port,
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  )
  writeFileSync(join(layout.cluster, SETTINGS_FILE), `# Written at every start.\n${lines.join('\n')}\n`, {
    mode: 0o600,
  })
}

function lastPort(layout: ClusterLayout): number {
  const file = join(layout.cluster, SETTINGS_FILE)
  const settings = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Number(/^port = '(\d+)'/m.exec(settings)?.[1] ?? 0)
}

/** The port itself when it is free, any free one for 0, null when it is taken. */
function freePort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(null))
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : null))
    })
  })
}
