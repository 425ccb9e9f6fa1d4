import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { withLock } from './setup-lock.js'

const folder = mkdtempSync(join(tmpdir(), 'leadwright-lock-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('one process does the work at a time, and each gets its turn', async () => {
  const lock = join(folder, 'one')
  let inside = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setImmediate(resolve))
    inside--
  }
  await Promise.all([withLock(lock, work), withLock(lock, work), withLock(lock, work)])
  expect(most).toBe(1)
  expect(existsSync(lock)).toBe(false)
})

test('the lock of an installation is released when its work fails', async () => {
  const lock = join(folder, 'failing')
  const fail = () => Promise.reject(new Error('no disk'))
  await expect(withLock(lock, fail)).rejects.toThrow('no disk')
  expect(await withLock(lock, async () => 'free')).toBe('free')
})

test('the lock of an installation is taken over from a process that was killed', async () => {
  const lock = join(folder, 'killed')
  const module = JSON.stringify(fileURLToPath(new URL('./setup-lock.js', import.meta.url)))
  const holder = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { withLock } from ${module}
       withLock(${JSON.stringify(lock)}, () => new Promise(() => { console.log('held'); setInterval(() => {}, 1000) }))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(holder.stdout, 'data')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(await withLock(lock, async () => 'taken over')).toBe('taken over')
})

test('the lock of an installation is taken over from a dead process whose pid has been reused', async () => {
  const lock = join(folder, 'recycled')
  mkdirSync(lock)
  writeFileSync(join(lock, 'holder'), `${process.pid} 1`)
  expect(await withLock(lock, async () => 'taken over')).toBe('taken over')
})
