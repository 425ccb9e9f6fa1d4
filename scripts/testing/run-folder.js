import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readFileSync,
  realpathSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SWEEPER = fileURLToPath(new URL('sweeper.js', import.meta.url))

/** A folder in memory: databases come and go in it at a fifth of what they cost on a disk. */
const MEMORY = '/dev/shm'
const GIGABYTE = 2 ** 30
/** What a run writes at most, and what must then be left for its programs. */
const ROOM = { folder: 4 * GIGABYTE, left: 4 * GIGABYTE }

/**
 * The folder in which a test run has its own: in memory where there is plenty of it, else where temporary files are.
 * @param {string} [memory] folder of a file system in memory
 */
export function runBase(memory = MEMORY) {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    const available =
      Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]) * 1024
    if (bavail * bsize >= ROOM.folder && available >= ROOM.folder + ROOM.left) return realpathSync(memory)
  } catch {
    // No such folder here.
  }
  return realpathSync(tmpdir())
}

/**
 * A temporary folder for one test run, and a process that clears up after it: when this process calls `close`,
 * or is killed in whatever way, all that runs in the folder is ended and the folder is removed.
 * @param {{ graceMs?: number, base?: string }} [options] `graceMs`: after `close`, programs get so long to leave by
 *   themselves; `base`: the folder that it is made in
 * @returns {{ path: string, env: Record<string, string>, close(): Promise<string[]> }} `env` goes to all programs
 *   of the run, `close` answers the names of the programs that were still running
 */
export function openRunFolder({ graceMs = 5000, base = realpathSync(tmpdir()) } = {}) {
  // Short, because sockets lie in it; others may pass through, as PostgreSQL may run as another user.
  const path = mkdtempSync(join(base, 'lw-'))
  chmodSync(path, 0o711)
  // The kernel closes the pipe when this process ends. A session of its own keeps Ctrl-C from the sweeper.
  const sweeper = spawn(process.execPath, [SWEEPER, path, String(graceMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  let said = ''
  sweeper.stdout.on('data', (chunk) => {
    said += chunk
  })
  sweeper.stdin.on('error', () => {})
  const ended = new Promise((resolve) => {
    sweeper.once('close', resolve)
    sweeper.once('error', resolve)
  })
  return {
    path,
    env: { TMPDIR: path },
    async close() {
      sweeper.stdin.end('done')
      await ended
      return said.split('\n').filter(Boolean)
    },
  }
}
