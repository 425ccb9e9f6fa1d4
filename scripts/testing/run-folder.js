import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SWEEPER = fileURLToPath(new URL('sweeper.js', import.meta.url))

/**
 * A temporary folder for one test run, and a process that clears up after it: when this process calls `close`,
 * or is killed in whatever way, all that runs in the folder is ended and the folder is removed.
 * @param {number} graceMs after `close`, programs get so long to leave by themselves
 * @returns {{ path: string, env: Record<string, string>, close(): Promise<string[]> }} `env` goes to all programs
 *   of the run, `close` answers the names of the programs that were still running
 */
export function openRunFolder(graceMs = 5000) {
  // Short, because sockets lie in it; others may pass through, as PostgreSQL may run as another user.
  const path = mkdtempSync(join(realpathSync(tmpdir()), 'lw-'))
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
