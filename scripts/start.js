import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { watchAncestors } from './ancestors.js'
import { SERVER_FLAGS } from './node-flags.js'
import { printFailure, root, setUp } from './setup.js'

/** Signals forwarded to the server. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** One Ctrl-C reaches us from the terminal and again from npm: within this time it counts once. */
const SAME_PRESS_MS = 1000
/**
 * How the server is started. Compiled files are cached for the next start, which takes half as long; memory is
 * not spread over one pool per thread.
 */
const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  MALLOC_ARENA_MAX: '2',
  ...process.env,
}

try {
  const { node } = await setUp()
  runServer(node)
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}

/** Runs the server and exits with its code. When we die, its IPC channel closes and it stops. */
function runServer(node) {
  const server = spawn(node, [...SERVER_FLAGS, join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
    env: environment,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`)
    process.exit(1)
  })
  server.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))

  let firstAsked = 0
  const stop = (signal) => {
    const now = Date.now()
    if (firstAsked === 0) {
      firstAsked = now
      server.kill(signal)
    } else if (now - firstAsked > SAME_PRESS_MS) {
      server.kill('SIGKILL') // A second signal: the person does not want to wait.
    }
  }
  for (const signal of SIGNALS) process.on(signal, () => stop(signal))
  watchAncestors(() => stop('SIGTERM'))
}
