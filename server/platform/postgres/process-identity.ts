import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/**
 * A name for a running process that a later process with the same pid does not share: pid and the time it started
 * (clock ticks since boot, from /proc).
 * @returns null when no such process runs (a zombie does not run)
 */
export function processIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses and may itself hold spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid}-${fields[19]}`
  } catch {
    return null
  }
}

/** Whether the process an identity was taken from still runs. */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity
}

/** Whether the process is a PostgreSQL postmaster of that cluster folder (it makes the folder its own cwd). */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  if (!processIdentity(pid)) return false
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir)
  } catch {
    return commandLine(pid).includes(clusterDir)
  }
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
