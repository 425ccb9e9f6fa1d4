import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { smallDisk } from '#server/testing/small-disk.ts'
import { createLogDestination, type SendBytes } from './log-destination.ts'

/** A place to write to, which a test can fill up or block. */
function fakeTarget() {
  const target = { text: '', mode: 'open' as 'open' | 'full' | 'stuck' | 'half', tries: 0, release: () => {} }
  const send: SendBytes = (bytes, done) => {
    target.tries += 1
    const take = (count: number) => {
      target.text += bytes.subarray(0, count).toString()
      done(null, count)
    }
    if (target.mode === 'full') setImmediate(() => done(new Error('ENOSPC'), 0))
    else if (target.mode === 'stuck') target.release = () => take(bytes.length)
    else setImmediate(() => take(target.mode === 'half' ? Math.ceil(bytes.length / 2) : bytes.length))
  }
  return { target, send }
}

const start = (send: SendBytes) => {
  const drops: number[] = []
  const destination = createLogDestination({
    send,
    onDropped: (lines) => drops.push(lines),
    maxWaiting: 20,
    retryMs: 1,
  })
  return { destination, drops }
}

it('lines written while the disk is full wait up to a limit, and the number of dropped ones is said', async () => {
  const { target, send } = fakeTarget()
  const { destination, drops } = start(send)
  target.mode = 'full'
  for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n', 'fifth\n', 'sixth\n'])
    destination.write(line)
  await expect.poll(() => target.tries).toBeGreaterThan(2)
  expect([target.text, drops]).toEqual(['', []])
  target.mode = 'open'
  await expect.poll(() => target.text).toBe('first\nsecond\nthird\nfourth\n')
  expect(drops).toEqual([2])
  destination.write('seventh\n')
  await expect.poll(() => target.text).toContain('fourth\nseventh\n')
  expect(drops).toEqual([2])
})

it('a write that never returns keeps nobody waiting', async () => {
  const { target, send } = fakeTarget()
  const { destination, drops } = start(send)
  target.mode = 'stuck'
  for (let line = 0; line < 1000; line += 1) destination.write(`line ${line}\n`)
  expect(target.tries).toBe(1)
  target.mode = 'open'
  target.release()
  await expect.poll(() => target.text).toBe('line 0\nline 1\nline 2\n')
  expect(drops).toEqual([997])
})

it('a write that takes only part of a line is completed', async () => {
  const { target, send } = fakeTarget()
  target.mode = 'half'
  const { destination } = start(send)
  destination.write('größer\n')
  destination.write('second\n')
  await expect.poll(() => target.text.endsWith('second\n')).toBe(true)
  expect(destination.rest().length).toBe(0)
})

it('what waits when the process ends is known, without what is being written', () => {
  const { target, send } = fakeTarget()
  target.mode = 'stuck'
  const { destination } = start(send)
  destination.write('sent\n')
  destination.write('waits\n')
  expect(destination.rest().toString()).toBe('waits\n')
})

/** Runs a process that logs a lot to this standard error, and returns what it says and how it ended. */
async function logging(
  stderr: 'pipe' | number,
  { lines = 2000, use = () => {} }: { lines?: number; use?: (child: ChildProcess) => void } = {},
) {
  const script = fileURLToPath(new URL('../testing/log-writer.ts', import.meta.url))
  const child = spawn(process.execPath, [script, String(lines)], { stdio: ['ignore', 'pipe', stderr] })
  use(child)
  const said = text(child.stdout as NodeJS.ReadableStream)
  const [code] = await once(child, 'exit')
  return { said: await said, code }
}
const THROUGH = { said: 'done\n', code: 0 }

it('a process whose log nobody reads gets through, and ends', async () => {
  expect(await logging('pipe')).toEqual(THROUGH)
})

it('a process whose log was closed gets through', async () => {
  expect(await logging('pipe', { use: (child) => child.stderr?.destroy() })).toEqual(THROUGH)
})

it('a process whose log is on a full disk gets through, and the lines before are kept', async ({ skip }) => {
  const disk = await smallDisk(256)
  if (!disk) return skip('this process may not mount a disk')
  const file = join(disk.folder, 'log')
  const stderr = openSync(file, 'w')
  try {
    expect(await logging(stderr)).toEqual(THROUGH)
    expect(readFileSync(file, 'utf8').split('\n')[0]).toContain('a line')
  } finally {
    closeSync(stderr)
    await disk.remove()
  }
})

it('a log that goes to a file has every line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  const file = join(folder, 'log')
  const stderr = openSync(file, 'w')
  // Fewer than may wait, so that the speed of the disk doesn't matter.
  expect(await logging(stderr, { lines: 500 })).toEqual(THROUGH)
  closeSync(stderr)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  rmSync(folder, { recursive: true })
})
