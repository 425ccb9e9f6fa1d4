import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBoundedWorker } from './bounded-worker.ts'

let folder: string
let script: URL
const SIGNAL = new AbortController().signal
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bounded-worker-'))
  const path = join(folder, 'work.mjs')
  await writeFile(
    path,
    `import { parentPort } from 'node:worker_threads'
    let asked = 0
    const all = []
    parentPort.on('message', (what) => {
      asked += 1
      if (what === 'loop') for (;;);
      if (what === 'memory') for (;;) all.push(Array.from({ length: 1e5 }, Math.random))
      if (what === 'throw') throw new Error('no')
      if (what === 'exit') process.exit(0)
      parentPort.postMessage([what, asked, Object.keys(process.env).length])
    })`,
  )
  script = pathToFileURL(path)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const thread = (timeMs = 60_000) => createBoundedWorker<string, unknown>({ script, timeMs, memoryMb: 32 })

it('answers one request at a time from one thread, which has no access to our environment', async () => {
  const request = thread()
  expect(await Promise.all([request('a', SIGNAL), request('b', SIGNAL)])).toEqual([
    { kind: 'done', answer: ['a', 1, 0] },
    { kind: 'done', answer: ['b', 2, 0] },
  ])
})

it('ends work that exceeds a limit or fails, and continues with a new thread', async () => {
  const request = thread()
  for (const [label, kind] of [
    ['memory', 'memory'],
    ['throw', 'crashed'],
    ['exit', 'crashed'],
  ] as const) {
    expect(await request(label, SIGNAL)).toEqual({ kind })
    expect(await request('next', SIGNAL)).toEqual({ kind: 'done', answer: ['next', 1, 0] })
  }
  expect(await thread(300)('loop', SIGNAL)).toEqual({ kind: 'time' })
})

it('a bounded worker abandons work whose signal aborts', async () => {
  const request = thread()
  const stop = new AbortController()
  const left = Promise.allSettled([request('loop', stop.signal), request('a', stop.signal)])
  // The first request has started by then.
  setImmediate(() => stop.abort(new Error('stopped')))
  const stopped = { status: 'rejected', reason: new Error('stopped') }
  expect(await left).toEqual([stopped, stopped])
  await expect(request('a', AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
  expect(await request('b', SIGNAL)).toMatchObject({ kind: 'done' })
})
