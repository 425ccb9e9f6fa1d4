import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { watchAncestors } from './ancestors.js'
import { printFailure, root, setUp } from './setup.js'

/** Signals that end the server, passed on to it. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** One Ctrl-C reaches us from the terminal and again from npm: within this time it counts as one. */
const SAME_PRESS_MS = 1000
/**
 * With more, the garbage of large imports is left lying until the heap is hundreds of megabytes large. What the
 * server really holds is a tenth of this: files and lists pass through it as streams.
 */
const HEAP_LIMIT = '--max-old-space-size=1024'

try {
  const { node } = await setUp()
  runServer(node)
} catch (error) {
  printFailure(error)
  process.exitCode = 1
}

/** Runs the server and ends as it ends. Its IPC channel closes when we die, however: then it stops by itself. */
function runServer(node) {
  const server = spawn(node, [HEAP_LIMIT, join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
    cwd: root,
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
