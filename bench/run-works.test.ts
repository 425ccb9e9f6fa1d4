import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Line } from './measure.ts'
import { runWorks, type Work } from './run-works.ts'

const line = (work: string, size: number, ours: string): Line => ({
  work,
  size,
  ours,
  limit: '10 ms',
  ratio: 0.5,
  gate: '<= 10 ms',
  kept: true,
})

it('reports each work as it ends, and runs the rest when one fails or cannot run', async () => {
  const seen: string[] = []
  const saved: Record<string, unknown>[] = []
  const work = (name: string, run: () => Line[]): Work<{ close(): Promise<void> }> => ({
    name,
    run: async () => {
      seen.push(`run ${name}`)
      return run()
    },
  })
  const { failed, measured } = await runWorks({
    works: [
      work('first', () => [line('count', 100, '5 ms'), line('count', 1000, '50 ms')]),
      { ...work('second', () => []), skip: () => 'there is no browser' },
      work('third', () => {
        throw new Error('out of disk')
      }),
      work('fourth', () => [line('list', 10, '1 ms')]),
    ],
    build: async () => ({ close: async () => void seen.push('close') }),
    print: (text) => seen.push(text.split('\n')[0]!),
    save: (document) => saved.push(JSON.parse(document)),
  })
  expect(failed).toBe(1)
  expect(measured.map(({ name, line: { work, size } }) => [name, work, size])).toEqual([
    ['first', 'count', 100],
    ['first', 'count', 1000],
    ['fourth', 'list', 10],
  ])
  expect(seen.slice(2)).toEqual([
    'run first',
    'close',
    '| count | 100 | 5 ms | 10 ms | 0.50x | <= 10 ms | kept |  |  |',
    '| count | 1000 | 50 ms | 10 ms | 0.50x | <= 10 ms | kept | 1.00 |  |',
    'second: skipped, there is no browser',
    'run third',
    'close',
    'third: failed, Error: out of disk',
    'run fourth',
    'close',
    '| list | 10 | 1 ms | 10 ms | 0.50x | <= 10 ms | kept |  |  |',
  ])
  expect(saved).toMatchObject([
    { name: 'first', work: 'count', size: 100, exponent: null },
    { name: 'first', work: 'count', size: 1000, exponent: 1 },
    { name: 'second', skipped: 'there is no browser' },
    { name: 'third', failed: expect.stringContaining('out of disk') },
    { name: 'fourth', work: 'list', kept: true },
  ])
})

it('says that a row missed its gate whose cost grew faster than allowed', async () => {
  const ofCost = async (large: string) => {
    const lines = [line('count', 100, '5 ms'), { ...line('count', 1000, large), maxExponent: 1.1 }]
    const { measured } = await runWorks({
      works: [{ name: 'first', run: async () => lines }],
      build: async () => ({ close: async () => {} }),
      print: () => {},
      save: () => {},
    })
    return measured.map(({ line: { gate, kept } }) => [gate, kept])
  }
  const first = ['<= 10 ms', true]
  // To the power of 1.0 and of 1.2.
  expect(await ofCost('50 ms')).toEqual([first, ['<= 10 ms, exponent <= 1.1', true]])
  expect(await ofCost('80 ms')).toEqual([first, ['<= 10 ms, exponent <= 1.1', false]])
})

it('finds the browser the way the tests do, and skips the pages without one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-run-'))
  try {
    const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'run.ts'), 'pages'], {
      env: { ...process.env, DATA_DIR: folder, CHROMIUM_PATH: '/nowhere/chromium' },
    })
    const { stdout } = await run
    expect(stdout).toContain('pages: skipped, CHROMIUM_PATH=/nowhere/chromium does not run')
    const results = join(folder, 'bench')
    const text = readFileSync(join(results, readdirSync(results)[0]!), 'utf8')
    const documents = text
      .trim()
      .split('\n')
      .map((json) => JSON.parse(json))
    expect(documents).toMatchObject([
      { sizes: 'small', node: process.version },
      { name: 'pages', skipped: expect.any(String) },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
