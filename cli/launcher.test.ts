import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakeServer } from './testing/fake-server.ts'
import { LAUNCHER, startCli, temporaryFolder } from './testing/run-cli.ts'
import { runReply } from './testing/sample-replies.ts'

let scratch: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  scratch = temporaryFolder()
})
afterEach(() => scratch.remove())

/** A Node on the PATH that is not the pinned one, so that the launcher has to switch. */
function otherNode(): string | null {
  const pathDirectories = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'))
  for (const folder of pathDirectories) {
    try {
      const program = join(folder, 'node')
      const version = execFileSync(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim()
      if (version !== process.version) return program
    } catch {}
  }
  return null
}

describe('the launcher', () => {
  it('works through a symbolic link and from any folder', async () => {
    const link = join(scratch.path, 'leadwright')
    symlinkSync(LAUNCHER, link)
    const { code, stdout } = await startCli(['help', 'exit-codes'], {
      command: [process.execPath, link],
      cwd: scratch.path,
    }).result
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}8 +The server cannot be reached/m)
  })

  it('explains what to do when the packages are not installed', async () => {
    mkdirSync(join(scratch.path, 'cli'))
    writeFileSync(join(scratch.path, 'package.json'), '{"type":"module"}')
    const copy = join(scratch.path, 'cli', 'leadwright.js')
    copyFileSync(LAUNCHER, copy)
    copyFileSync(join(dirname(LAUNCHER), 'choose-node.js'), join(dirname(copy), 'choose-node.js'))
    const { code, stderr } = await startCli(['lists'], { command: [process.execPath, copy] }).result
    expect(code).toBe(1)
    expect(stderr).toContain(`Run \`npm ci\` in `)
  })

  const other = otherNode()
  it.skipIf(other === null)('passes arguments, input, exit code and signals to the pinned Node', async () => {
    const command: [string, string] = [other!, LAUNCHER]
    const wrong = await startCli(['search', 'local', '--near'], { command }).result
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--near needs a value')])

    const server = await startFakeServer({
      'runs.show': () => ({ json: { data: runReply({ state: 'running' }) } }),
    })
    try {
      const env = { LEADWRIGHT_URL: server.url, LEADWRIGHT_TOKEN: 't', LEADWRIGHT_HOME: scratch.path }
      const { child, result } = startCli(['runs', 'watch', '7'], { command, env })
      await expect.poll(() => server.calls.length).toBeGreaterThan(0)
      child.kill('SIGINT')
      await result
      expect(child.signalCode).toBe('SIGINT')
    } finally {
      await server.stop()
    }
  })
})
