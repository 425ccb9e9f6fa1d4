import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allEndpoints } from '#contract/index.ts'
import { COMMANDS } from '../command-table.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'
import { findExclusion } from './command-names.ts'
import { DECLARED } from './declared-command.ts'
import { DERIVED } from './derived-command.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const sources = (folder: string): string[] =>
  readdirSync(here(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(here(`${folder}${file}`), 'utf8'))

/** The exported constants of the contract by the name of their endpoint. */
const constants = new Map(
  sources('../../contract/').flatMap((text) =>
    [...text.matchAll(/export const (\w+) = api\.\w+\([^{]*?['`][^,]*,\s*\{\s*name: '([^']+)'/g)].map(
      ([, constant = '', name = '']): [string, string] => [name, constant],
    ),
  ),
)

describe('the commands that follow from endpoints', () => {
  it('reach every endpoint, except those that are left out for a reason', () => {
    const reached = new Set([...DECLARED, ...DERIVED].map(({ endpoint }) => endpoint.name))
    const missing = allEndpoints.filter(
      (endpoint) => !reached.has(endpoint.name) && findExclusion(endpoint) === null,
    )
    const excluded = allEndpoints.filter((endpoint) => findExclusion(endpoint) !== null)
    console.info(
      `${reached.size} of ${allEndpoints.length - excluded.length} endpoints have a command; ` +
        `${excluded.length} are left out`,
    )
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(excluded.length).toBeLessThan(allEndpoints.length / 15)
    // Whoever can call it with a key can call it in a terminal.
    expect(excluded.filter(({ scope }) => scope !== undefined).map(({ name }) => name)).toEqual([
      'events.live',
      'webhooks.stream',
    ])
  })

  it('have names of two words, each only once', () => {
    const names = COMMANDS.map(({ name }) => name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    const derived = DERIVED.map(({ spec }) => spec.name)
    expect(derived.filter((name, at) => derived.indexOf(name) !== at)).toEqual([])
    expect(derived.filter((name) => !/^[a-z][a-z-]* [a-z][a-z-]*$/.test(name))).toEqual([])
  })

  it('repeat no noun in their verb', () => {
    const singular = (word: string) => word.replace(/s$/, '')
    const repeating = DERIVED.map(({ spec }) => spec.name).filter((name) => {
      const [noun = '', verb = ''] = name.split(' ')
      return verb.split('-').some((word) => singular(word) === singular(noun))
    })
    expect(repeating).toEqual([])
  })

  it('give way to a written command of the name, which makes the call', () => {
    const written = sources('../').filter((text) => !text.includes('const DERIVED'))
    const hidden = new Set(COMMANDS.filter(({ isDerived }) => isDerived))
    const replaced = DERIVED.filter(({ spec }) => !hidden.has(spec))
    expect(replaced.length).toBeGreaterThan(20)
    const uncalled = replaced.filter(({ endpoint: { name } }) => {
      const constant = constants.get(name)
      return !constant || !written.some((text) => new RegExp(`\\b${constant}\\b`).test(text))
    })
    expect(uncalled.map(({ spec }) => spec.name)).toEqual([])
  })

  it('have no option that every command has, or that means something else', () => {
    for (const { spec, endpoint } of DERIVED) {
      const { json, help, ...own } = spec.options
      expect([endpoint.name, json, help]).toEqual([endpoint.name, undefined, undefined])
      const names = Object.keys(own)
      expect(names.filter((name) => !/^[a-z][a-z0-9-]*$/.test(name))).toEqual([])
    }
  })
})

describe('a derived command', () => {
  let bench: Bench
  const member = { id: 5, email: 'ann@fox.example' }
  beforeEach(async () => {
    bench = await createBench({
      'lists.bulkArchive': () => ({ json: { success: true, count: 2, message: '2 lists moved' } }),
      'webhooks.change': () => ({ json: { data: { id: 3 } } }),
      'lists.show': () => ({ json: { data: { id: 7, type: 'people' } } }),
      'leads.delete': () => ({ json: { count: 2, message: '2 leads deleted' } }),
      'lists.tags': () => ({ json: { data: ['warm', 'cold'] } }),
      'jobs.queues': () => ({ json: { data: [{ name: 'mail', waiting: 2, last: { at: 'x' } }] } }),
      'dashboard.show': () => ({ json: { data: { state: 'ok', tags: [], members: [member] } } }),
      'audit.index': ({ query }) => ({
        json: { data: [{ id: Number(query.get('page')) }, { id: 9 }], total: 3 },
      }),
    })
  })
  afterEach(() => bench.close())
  const sent = (name: string) => bench.server.callsTo(name).at(-1)

  it('sends what its options say, with a key so that nothing happens twice', async () => {
    const { stdout } = await bench.run(['lists', 'bulk-archive', '--ids', '4,5', '--is-archived', 'off'])
    expect(stdout).toBe('2 lists moved\ncount  2\n')
    expect(sent('lists.bulkArchive')?.body).toEqual({ resultIds: [4, 5], is_archived: false })
    expect(sent('lists.bulkArchive')?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/)
    const options = ['--events', 'lead.added,lead.won', '--data', '{"active": false, "events": []}']
    await bench.run(['webhooks', 'change', '3', '--name', 'CRM', ...options])
    expect(sent('webhooks.change')?.body).toEqual({
      active: false,
      events: ['lead.added', 'lead.won'],
      name: 'CRM',
    })
    const wrong = await bench.run(['webhooks', 'change', '3', '--events', 'lead.eaten'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--events takes list.created')])
  })

  it('repeats a call with its key when the answer is lost', async () => {
    const keys: unknown[] = []
    await bench.close()
    bench = await createBench({
      'lists.bulkArchive': ({ headers }) => {
        keys.push(headers['idempotency-key'])
        return keys.length === 1 ? 'cut' : { json: { success: true, count: 1 } }
      },
    })
    const { code } = await bench.run(['lists', 'bulk-archive', '--ids', '4', '--is-archived', 'on'])
    expect(code).toBe(0)
    expect(keys).toEqual([expect.any(String), keys[0]])
  })

  it('reads a body from a file or from standard input', async () => {
    writeFileSync(`${bench.folder}/body.json`, '{"resultIds": [4, 5]}')
    expect((await bench.run(['leads', 'delete', '7', '--data', '@body.json'])).code).toBe(0)
    expect(sent('leads.delete')).toMatchObject({
      params: { type: 'people', id: '7' },
      body: { resultIds: [4, 5] },
    })
    await bench.run(['leads', 'delete', '7', '--data', '-'], { stdin: '{"resultIds": [6]}' })
    expect(sent('leads.delete')?.body).toEqual({ resultIds: [6] })
    await bench.run(['leads', 'delete', '7', '--ids', '8,9'])
    expect(sent('leads.delete')?.body).toEqual({ resultIds: [8, 9] })
    const wrong = await bench.run(['leads', 'delete', '7', '--data', '{'])
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--data is not JSON')])
  })

  it('says which options are missing before it calls anything', async () => {
    const { code, stderr } = await bench.run(['lists', 'bulk-archive'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('--ids, --is-archived are required')])
    expect(bench.server.calls).toEqual([])
    expect((await bench.run(['views', 'delete', 'x'])).stderr).toContain('ID must be a number')
  })

  it('shows a list as a table, a record as lines and lists in it by name', async () => {
    expect((await bench.run(['lists', 'tags'])).stdout).toBe('warm\ncold\n')
    expect((await bench.run(['dashboard', 'show'])).stdout).toBe(
      'state  ok\ntags   none\n\nMEMBERS\nID  EMAIL\n 5  ann@fox.example\n',
    )
    expect((await bench.run(['jobs', 'list-queues'])).stdout).toBe('NAME  WAITING\nmail        2\n')
    const { stdout } = await bench.run(['dashboard', 'show', '--json'])
    expect(JSON.parse(stdout)).toEqual({ data: { state: 'ok', tags: [], members: [member] } })
  })

  it('reads as many pages as its limit needs', async () => {
    const { stdout } = await bench.run(['audit', 'list', '--limit', '3', '--json'])
    expect(JSON.parse(stdout)).toEqual({ data: [{ id: 1 }, { id: 9 }, { id: 2 }], total: 3 })
  })
})
