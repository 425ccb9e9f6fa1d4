import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { runReply, uploadReply } from '../testing/sample-replies.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

const CHUNK = 1000
const CONTENT = randomBytes(4500)

let bench: Bench
let handlers: FakeHandlers
/** The upload on the fake server; null when it knows none. */
let stored: Buffer | null

const state = () => ({ json: uploadReply(CONTENT.length, stored!.length, CHUNK) })
const imported = {
  kind: 'corpus_import',
  counts: { imported: 40, updated: 2, unchanged: 1, rejected: 3 },
  list_id: null,
} as const

beforeEach(async () => {
  stored = null
  handlers = {
    'uploads.create': () => {
      stored = Buffer.alloc(0)
      return { ...state(), status: 201 }
    },
    'uploads.show': () => (stored ? state() : refusal(404, 'not_found')),
    'uploads.append': ({ query, raw }) => {
      if (!stored) return refusal(404, 'not_found')
      if (Number(query.get('offset')) !== stored.length) {
        return refusal(409, 'offset_mismatch', { details: { offset: stored.length } })
      }
      stored = Buffer.concat([stored, raw])
      return state()
    },
    'corpus.import': () => ({
      status: 201,
      json: { data: runReply({ ...imported, state: 'queued', counts: {} }) },
    }),
    'corpus.rejected': () => ({
      json: { data: [{ line: 4, reason: 'name is missing' }], total: 3, unit: 'line' },
    }),
    'runs.show': () => ({ json: { data: runReply(imported) } }),
  }
  bench = await createBench(handlers)
  writeFileSync(join(bench.folder, 'places.csv'), CONTENT)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const IMPORT = ['corpus', 'import', 'places.csv', '--source', 'osm', '--licence', 'ODbL 1.0']
const PEOPLE = ['--kind', 'people', '--map', 'position="Job, title"']
const storedUploads = () => readdirSync(join(bench.env.LEADWRIGHT_HOME!, 'uploads'))

describe('corpus import', () => {
  it('imports people with fields of their own', async () => {
    const { code } = await bench.run([...IMPORT, ...PEOPLE])
    expect(code).toBe(0)
    expect(bench.server.callsTo('corpus.import')[0]!.body).toMatchObject({
      kind: 'people',
      mapping: { position: 'Job, title' },
    })
    const wrong = await bench.run([...IMPORT, '--kind', 'persons'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('people')])
  })

  it('sends the file in chunks, imports it and prints one document', async () => {
    const more = [
      '--country',
      'US',
      '--category',
      'brewery',
      '--map',
      'id=Ref,city="Town, or city"',
      '--json',
    ]
    const { code, stdout, stderr } = await bench.run([...IMPORT, ...more])
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual({ run_id: 7, imported: 40, updated: 2, unchanged: 1, rejected: 3 })
    expect(stored!.equals(CONTENT)).toBe(true)
    const sizes = bench.server.callsTo('uploads.append').map(({ raw }) => raw.length)
    expect(sizes).toEqual([1000, 1000, 1000, 1000, 500])
    expect(bench.server.callsTo('uploads.append')[0]!.headers['content-type']).toBe(
      'application/octet-stream',
    )
    expect(bench.server.callsTo('corpus.import')[0]!.body).toEqual({
      upload_id: 'upload-0123456789',
      source: 'osm',
      licence: 'ODbL 1.0',
      category: 'brewery',
      country: 'US',
      mapping: { id: 'Ref', city: 'Town, or city' },
    })
    expect(storedUploads()).toEqual([])
  })

  it('prints the first rejected rows', async () => {
    const { stdout } = await bench.run(IMPORT)
    expect(stdout).toBe(
      'Imported 40, updated 2 (1 unchanged), rejected 3 (run 7)\n  line 4: name is missing\n  and 2 more\n',
    )
  })

  it('continues after lost responses, lost requests and server errors', async () => {
    const append = handlers['uploads.append']!
    let tries = 0
    handlers['uploads.append'] = async (call) => {
      tries++
      if (tries === 1) {
        await append(call)
        return 'cut'
      }
      if (tries === 3) return 'cut'
      if (tries === 5) return refusal(500, 'internal')
      if (tries === 6) return refusal(503, 'unavailable', {})
      return append(call)
    }
    const { code } = await bench.run([...IMPORT, '--json'])
    expect(code).toBe(0)
    expect(stored!.equals(CONTENT)).toBe(true)
    expect(bench.server.callsTo('uploads.create')).toHaveLength(1)
  })

  it('continues when the server is down for a while', async () => {
    const append = handlers['uploads.append']!
    let restarted: Promise<void> | undefined
    handlers['uploads.append'] = async (call) => {
      if (stored!.length >= 2000 && !restarted) {
        restarted = bench.server.stop().then(() => bench.server.start())
        return 'cut'
      }
      return append(call)
    }
    const { code } = await bench.run([...IMPORT, '--json'])
    expect(restarted).toBeDefined()
    expect([code, stored!.equals(CONTENT)]).toEqual([0, true])
  })
})

describe('repeating the command', () => {
  it('continues where a killed one stopped', async () => {
    const append = handlers['uploads.append']!
    let hold = true
    handlers['uploads.append'] = (call) =>
      hold && stored!.length >= 3000 ? new Promise(() => {}) : append(call)
    const first = bench.start(IMPORT)
    await expect.poll(() => stored?.length).toBe(3000)
    await expect.poll(() => bench.server.callsTo('uploads.append').length).toBe(4)
    first.child.kill('SIGKILL')
    await first.result
    expect(storedUploads()).toHaveLength(1)
    expect(statSync(join(bench.env.LEADWRIGHT_HOME!, 'uploads', storedUploads()[0]!)).mode & 0o777).toBe(
      0o600,
    )

    hold = false
    const before = bench.server.callsTo('uploads.append').length
    const { code } = await bench.run([...IMPORT, '--json'])
    expect([code, stored!.equals(CONTENT), storedUploads()]).toEqual([0, true, []])
    expect(bench.server.callsTo('uploads.create')).toHaveLength(1)
    const offsets = bench.server.callsTo('uploads.append').slice(before)
    expect(offsets.map(({ query }) => query.get('offset'))).toEqual(['3000', '4000'])
  })

  it('reports Ctrl-C during the upload', async () => {
    handlers['uploads.append'] = () => new Promise(() => {})
    const { child, result } = bench.start(IMPORT)
    await expect.poll(() => bench.server.callsTo('uploads.append').length).toBe(1)
    child.kill('SIGINT')
    const { code, stderr } = await result
    expect([code, stderr]).toEqual([130, expect.stringContaining('Run the same command again to resume')])
  })

  it('starts over when the server has dropped the upload or the file has changed', async () => {
    handlers['corpus.import'] = () =>
      refusal(422, 'validation_failed', { fields: { mapping: 'No such column' } })
    expect((await bench.run(IMPORT)).code).toBe(2)
    expect(storedUploads()).toHaveLength(1)
    stored = null
    expect((await bench.run(IMPORT)).code).toBe(2)
    expect(bench.server.callsTo('uploads.create')).toHaveLength(2)
    expect((await bench.run(IMPORT)).code).toBe(2)
    expect(bench.server.callsTo('uploads.create')).toHaveLength(2)
    writeFileSync(join(bench.folder, 'places.csv'), CONTENT)
    await bench.run(IMPORT)
    expect(bench.server.callsTo('uploads.create')).toHaveLength(3)
  })

  it('uses the same idempotency key for the same settings, and another one for others', async () => {
    handlers['corpus.import'] = () => refusal(500, 'internal')
    await bench.run(IMPORT)
    await bench.run(IMPORT)
    await bench.run([...IMPORT, '--country', 'US'])
    const keys = bench.server.callsTo('corpus.import').map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(3)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('files that cannot be imported', () => {
  it.each(['missing.csv', '.', 'empty.csv'])('%s exits with 2 before anything is sent', async (name) => {
    writeFileSync(join(bench.folder, 'empty.csv'), '')
    const { code } = await bench.run(['corpus', 'import', name, '--source', 'a', '--licence', 'b'])
    expect([code, bench.server.calls]).toEqual([2, []])
    rmSync(join(bench.folder, 'empty.csv'))
  })
})
