import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until standard input ends, which it does when the process at its other end is gone, and clears up after a
 * test run: ends what still runs in the run's folder and removes it. Prints the names of what it ended.
 */

const LIMIT_MS = 30_000
const LOOK_EVERY_MS = 50

const [, , folder, graceMs] = process.argv
if (!folder?.includes('lw-')) throw new Error('sweeper.js needs the folder of a test run')

let said = ''
for await (const chunk of process.stdin) said += chunk
// After a run that ended by itself, browsers and servers get time to leave; after a killed one, none.
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
 * Ends processes for good. A postmaster is reported to quit first: it takes its children with it and gives its shared
 * memory back, which nobody does after SIGKILL.
 */
function endAll(processes, hard) {
  for (const { pid, name } of processes) {
    try {
      process.kill(pid, name === 'postgres' && !hard ? 'SIGQUIT' : 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Processes whose working folder, arguments or environment name the folder. */
function runningIn(path) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => belongsTo(pid, path))
    .map((pid) => ({ pid: Number(pid), name: nameOf(pid) }))
}

function belongsTo(pid, path) {
  try {
    // PostgreSQL writes its title over its environment, but works in the folder of its data.
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
