import { readFileSync, readlinkSync, realpathSync } from 'node:fs'

/**
 * Identifies a running process, also against a later one with the same pid: pid and start time (clock ticks since
 * boot, from /proc).
 * @returns null when the process does not run (a zombie does not)
 */
export function processIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program name in parentheses and may contain spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${pid}-${fields[19]}`
  } catch {
    return null
  }
}

/** Whether the process with this identity still runs. */
export function isRunning(identity: string): boolean {
  return processIdentity(Number.parseInt(identity, 10)) === identity
}

/** Whether the process is the postmaster of that cluster folder (its cwd). */
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
