import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { compileCache } from '#server/testing/compile-cache.ts'
import { createTestDatabase } from '#server/testing/database.ts'

const START = fileURLToPath(new URL('start.js', import.meta.url))

it('npm start ends with a server that responds, and stops it on a signal', async () => {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'start-test-'))
  const env = {
    ...process.env,
    ...compileCache(),
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
  }
  const program = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(program, 'exit')
  onTestFinished(async () => {
    program.kill('SIGKILL')
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    const onOutput = (text: Buffer) => {
      output += text
      const address = /^ready (\S+)/m.exec(output)?.[1]
      if (address) resolve(address)
    }
    program.stdout.on('data', onOutput)
    program.stderr.on('data', onOutput)
    program.once('exit', () => reject(new Error(output)))
  })
  expect((await fetch(`${await ready}/healthz`)).status).toBe(200)
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
