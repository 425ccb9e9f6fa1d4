import { spawn } from 'node:child_process'

/** Grace period between SIGTERM and SIGKILL. */
const PATIENCE_MS = 5000

/**
 * Runs a program to its end.
 * @param {string} file
 * @param {string[]} args
 * @param {{ cwd: string, env?: object, hear?: (text: string) => void, onMessage?: (message: object) => void,
 *   started?: (stop: () => void) => void }} options `hear` gets what it prints, `onMessage` what it sends with
 *   `process.send`, `started` a function that ends it
 * @returns {Promise<number>} exit code; 1 when it was ended or could not be started
 */
export function runProgram(file, args, { cwd, env = {}, hear = () => {}, onMessage, started = () => {} }) {
  return new Promise((resolve) => {
    // Some tools color their output wherever CI is set.
    const look = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...look, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? ['ipc'] : [])],
    })
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear)
    if (onMessage) child.on('message', onMessage)
    let killer
    started(() => {
      child.kill('SIGTERM')
      killer ??= setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS)
    })
    child.once('error', (error) => {
      hear(`${error.message}\n`)
      resolve(1)
    })
    // Not on 'close': programs it leaves behind may hold its output open.
    child.once('exit', (code) => {
      clearTimeout(killer)
      setImmediate(() => resolve(code ?? 1))
    })
  })
}
