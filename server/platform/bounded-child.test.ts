import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runBounded } from './bounded-child.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bounded-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(code: string, limits: { timeMs?: number; memoryMb?: number; signal?: AbortSignal } = {}) {
  const path = join(folder, 'work.mjs')
  await writeFile(path, code)
  const input = Buffer.from('given')
  return runBounded({
    script: pathToFileURL(path),
    args: ['one'],
    input,
    maxOutput: 1000,
    timeMs: 60_000,
    memoryMb: 300,
    ...limits,
  })
}

it('returns what the work writes, and gives it no access to our environment', async () => {
  const code = `let text = ''; for await (const part of process.stdin) text += part
    process.stdout.write([text, process.argv[2], Object.keys(process.env).length].join(' '))`
  expect(await run(code)).toEqual({ kind: 'done', output: 'given one 0' })
})

it('ends work that exceeds its time, memory (inside or outside its heap) or output limit, or fails', async () => {
  expect(await run('for (;;);', { timeMs: 300 })).toEqual({ kind: 'time' })
  expect(await run('const all = []; for (;;) all.push(Array.from({ length: 1e5 }, Math.random))')).toEqual({
    kind: 'memory',
  })
  expect(await run('const all = []; for (;;) all.push(Buffer.alloc(1e7, 1))')).toEqual({ kind: 'memory' })
  expect(await run("process.stdout.write('x'.repeat(2000))")).toEqual({ kind: 'memory' })
  expect(await run('throw new Error()')).toEqual({ kind: 'crashed' })
  expect(await run('for (;;);', { signal: AbortSignal.abort() })).toEqual({ kind: 'time' })
})
