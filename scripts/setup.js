import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chooseNode } from '#cli/choose-node.js'
import { buildWeb } from './build-web.js'
import { bundledNode, installPackages, SetupError } from './install-packages.js'
import { withLock } from './setup-lock.js'

/** Root folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Prepares the checkout: packages from the lock file, PostgreSQL's libraries, the built web app. Does only what
 * is missing, and waits while another start or test run does it.
 * @param {{ print?: (line: string) => void, needsWeb?: boolean }} options `needsWeb`: false skips the web app
 * @returns {Promise<{ node: string }>} path of the Node program that runs the server
 * @throws {SetupError} with what to do
 */
export async function setUp({ print = console.log, needsWeb = true } = {}) {
  // npm leaves out packages that the Node it runs on is too old for, among them what builds the web app.
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    throw new SetupError(
      `Node 20.19 or later is needed to install the packages; this is ${process.version}. Install a newer Node and run the same command again.`,
    )
  return withLock(
    join(root, '.data', 'setup.lock'),
    async () => {
      installPackages(root, print)
      const node = serverNode()
      const built = needsWeb ? buildWeb({ root, node, print }) : {}
      if (built.error) throw new SetupError(`The web app could not be built:\n${built.error}`)
      return { node }
    },
    (pid) => print(`waiting for another set-up (process ${pid})`),
  )
}

/** The Node that runs the server; an error says what is missing. */
function serverNode() {
  const local = bundledNode(root)
  const { platform, arch, version, execPath: running } = process
  const { node, missing } = chooseNode({
    platform,
    arch,
    version,
    running,
    pinned: existsSync(local) ? local : null,
  })
  if (missing) throw new SetupError(missing)
  return node
}

/** Prints an error: the message of an expected one, the stack of others. */
export function printFailure(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp().catch((error) => {
    printFailure(error)
    process.exitCode = 1
  })
}
