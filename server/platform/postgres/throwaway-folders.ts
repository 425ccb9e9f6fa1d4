import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countUsers } from './cluster-users.ts'
import { isPostmasterOf } from './process-identity.ts'

const PREFIX = 'leadwright-pg-'
const UNCLAIMED_MS = 3_600_000

/** A new private folder for a throwaway cluster. */
export function makeThrowawayFolder(): string {
  return mkdtempSync(join(tmpdir(), PREFIX))
}

/** Ends and removes throwaway clusters whose process was killed. */
export function sweepThrowawayFolders(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const home = join(tmpdir(), name)
    try {
      if (isAbandoned(home)) removeThrowawayFolder(home)
    } catch {
      // Another user's folder, or already removed by a concurrent sweep.
    }
  }
}

/** Kills whatever still runs in a throwaway folder, and removes it. */
export function removeThrowawayFolder(home: string): void {
  for (const pid of listPostmasters(join(home, 'cluster'))) process.kill(pid, 'SIGQUIT')
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

function isAbandoned(home: string): boolean {
  const claimed = readdirSync(home).includes('users')
  if (claimed) return countUsers(join(home, 'users')) === 0
  return Date.now() - statSync(home).mtimeMs > UNCLAIMED_MS
}

function listPostmasters(cluster: string): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Boolean)
  return pids.filter((pid) => isPostmasterOf(pid, cluster))
}
