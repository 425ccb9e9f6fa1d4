#!/usr/bin/env node
// Plain JavaScript for Node 20 and later: hands over to the Node 24 that the lock file pins, which runs main.ts.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chooseNode } from './choose-node.js'

const launcher = realpathSync(fileURLToPath(import.meta.url))
const here = dirname(launcher)
const root = dirname(here)
const main = join(here, 'main.ts')
const pinned = join(root, 'node_modules', '.bin', 'node')
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** The Node that runs the command, or what is missing. */
function findNode() {
  if (!existsSync(join(root, 'node_modules', 'zod')))
    return {
      missing: `its packages are not installed. Run \`npm ci\` in ${root} (or \`npm start\` once), then try again.`,
    }
  const { platform, arch, version } = process
  const running = realpathSync(process.execPath)
  return chooseNode({
    platform,
    arch,
    version,
    running,
    pinned: existsSync(pinned) ? realpathSync(pinned) : null,
  })
}

function handOver(node) {
  const child = spawn(node, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' })
  const forward = (signal) => child.kill(signal)
  for (const signal of FORWARDED) process.on(signal, forward)
  child.on('error', (error) => {
    process.stderr.write(`leadwright: cannot start ${node}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 1)
    // Dies of the same signal, so that a shell loop around the command stops as well.
    for (const name of FORWARDED) process.removeAllListeners(name)
    process.kill(process.pid, signal)
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100)
  })
}

const { node, missing } = findNode()
if (missing) {
  process.stderr.write(`leadwright: ${missing}\n`)
  process.exit(1)
} else if (node === realpathSync(process.execPath)) {
  // Keeps the stripped and compiled sources: the command starts three times as fast. Where the folder cannot be
  // written, nothing is kept.
  nodeModule.enableCompileCache?.(join(root, 'node_modules', '.cache', 'leadwright-cli'))
  await import(pathToFileURL(main).href)
} else {
  handOver(node)
}
