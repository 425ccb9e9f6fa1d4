import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { watchAncestors } from './ancestors.js'
import { SERVER_FLAGS } from './node-flags.js'
import { printFailure, root, setUp } from './setup.js'

/** Signals that end the server, passed on to it. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** One Ctrl-C reaches us from the terminal and again from npm: within this time it counts as one. */
const SAME_PRESS_MS = 1000
/**
 * What the server is started with. Stripped and compiled files are kept for the next start, which takes half as long;
 * memory is not spread over a pool for each thread.
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

/** Runs the server and ends as it ends. Its IPC channel closes when we die, however: then it stops by itself. */
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
      server.kill('SIGKILL') // asked again: the person does not want to wait
    }
  }
  for (const signal of SIGNALS) process.on(signal, () => stop(signal))
  watchAncestors(() => stop('SIGTERM'))
}
