import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until standard input closes, which happens when its parent process ends, and cleans up after a test run:
 * ends what still runs in the run's folder and removes it. Prints the names of ended programs.
 */

const LIMIT_MS = 30_000
const LOOK_EVERY_MS = 50

const [, , folder, graceMs] = process.argv
if (!folder?.includes('lw-')) throw new Error('sweeper.js needs the folder of a test run')

let said = ''
for await (const chunk of process.stdin) said += chunk
// After a normal end, browsers and servers get time to exit; after a kill, none.
await sweep(said === 'done' ? Number(graceMs) : 0)

async function sweep(grace) {
  const began = performance.now()
  const since = () => performance.now() - began
  const named = new Map()
  let left = runningIn(folder)
  while (left.length > 0 && since() < LIMIT_MS) {
    if (since() >= grace) {
      for (const { pid, name } of left) named.set(pid, name)
      endAll(left, since() > grace + 3000)
    }
    await sleep(LOOK_EVERY_MS)
    left = runningIn(folder)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  if (said === 'done' && named.size > 0) process.stdout.write(`${[...new Set(named.values())].join('\n')}\n`)
}

/**
 * Kills processes. A postmaster is asked to quit first: it ends its children and releases its shared memory,
 * which SIGKILL would leak.
 */
function endAll(processes, hard) {
  for (const { pid, name } of processes) {
    try {
      process.kill(pid, name === 'postgres' && !hard ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

/** Processes whose working directory, arguments or environment contain the folder. */
function runningIn(path) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => belongsTo(pid, path))
    .map((pid) => ({ pid: Number(pid), name: nameOf(pid) }))
}

function belongsTo(pid, path) {
  try {
    // PostgreSQL overwrites its environment with its title, but works in its data directory.
    if (`${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${path}/`)) return true
    return ['environ', 'cmdline'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(path))
  } catch {
    return false
  }
}

function nameOf(pid) {
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return 'unknown'
  }
}
