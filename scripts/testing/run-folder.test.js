import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { openRunFolder, runBase } from './run-folder.js'

const FOLDER_MODULE = new URL('run-folder.js', import.meta.url).href
const POSTGRES_MODULE = new URL('../../server/platform/postgres/embedded-postgres.ts', import.meta.url).href

const isRunning = (pid) => {
  try {
    // A process that nobody has waited for still has an entry.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

it('the folder of a test run goes with it, and programs left running are ended and named', async () => {
  const folder = openRunFolder({ graceMs: 0 })
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { ...process.env, ...folder.env },
    stdio: 'ignore',
  })
  const ended = once(left, 'exit')
  expect(await folder.close()).toEqual(['node'])
  expect((await ended)[1]).toBe('SIGKILL')
  expect(existsSync(folder.path)).toBe(false)
})

it('a test run that is killed leaves no database, program or folder', async () => {
  const program = `
    import { openRunFolder } from '${FOLDER_MODULE}'
    import { spawn } from 'node:child_process'
    const folder = openRunFolder()
    process.env.TMPDIR = folder.path
    const { startEmbeddedPostgres } = await import('${POSTGRES_MODULE}')
    const postgres = await startEmbeddedPostgres({ throwaway: true })
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    console.log(JSON.stringify({ path: folder.path, pids: [postgres.pid, other.pid] }))
  `
  const run = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { path, pids } = JSON.parse(String((await once(run.stdout, 'data'))[0]))
  expect(pids.map(isRunning)).toEqual([true, true])
  run.kill('SIGKILL')
  await expect.poll(() => existsSync(path)).toBe(false)
  expect(pids.map(isRunning)).toEqual([false, false])
})

it('the folder of a test run is where temporary files go when memory has no room', () => {
  expect(runBase('/dev/shm/none')).toBe(realpathSync(tmpdir()))
  // A file system without any room.
  expect(runBase('/proc')).toBe(realpathSync(tmpdir()))
})
