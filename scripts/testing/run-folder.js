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

/** A folder in memory: databases in it cost a fifth of what they cost on disk. */
const MEMORY = '/dev/shm'
const GIGABYTE = 2 ** 30
/** The maximum a run writes, and what must be left for its programs. */
const ROOM = { folder: 4 * GIGABYTE, left: 4 * GIGABYTE }

/**
 * The parent folder of test runs: in memory where there is enough of it, else the folder of temporary files.
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
 * A temporary folder for one test run, and a process that cleans up: when this process calls `close`, or is
 * killed in any way, all programs in the folder are ended and the folder is removed.
 * @param {{ graceMs?: number, base?: string }} [options] `graceMs`: time for programs to exit by themselves
 *   after `close`; `base`: the parent folder
 * @returns {{ path: string, env: Record<string, string>, close(): Promise<string[]> }} `env` goes to all
 *   programs of the run, `close` returns the names of the programs that were still running
 */
export function openRunFolder({ graceMs = 5000, base = realpathSync(tmpdir()) } = {}) {
  // Short, because socket paths are limited; readable by others, as PostgreSQL may run as another user.
  const path = mkdtempSync(join(base, 'lw-'))
  chmodSync(path, 0o711)
  // The kernel closes the pipe when this process ends. A separate session shields the sweeper from Ctrl-C.
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
