import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LeadSourceEntry } from '#contract/sources/lead-sources.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

const KEY = 'fox-key-0123456789'
const SOURCE: LeadSourceEntry = {
  id: 'fox',
  label: 'Fox Data',
  answers: [{ list_type: 'people', label: 'People', fields: [] }],
  enriches: [],
  verifies: false,
  is_sample: false,
  needs_key: true,
  form: [{ name: 'api_key', label: 'API key', kind: 'secret', help: null, optional: false }],
  prices: [{ charge_kind: 'people_contact', credits: 0 }],
  free_with_own_key: true,
  vendor_price: null,
  per_minute: null,
  terms: { text: 'x', url: null },
  retention_days: null,
  key_level: 'account',
  own_key: {
    hint: '6789',
    since: '2026-01-02T03:04:05.000Z',
    tested_at: null,
    problem: null,
    plan: null,
    left: null,
    daily_limit: null,
    used_today: 0,
  },
  state: 'parked',
  parked_until: null,
  reason: 'Fox Data is paused until 14:05 because it failed 5 times in a row',
}

let bench: Bench
let sent: unknown[]
beforeEach(async () => {
  sent = []
  bench = await createBench({
    'leadSources.index': () => ({ json: { data: [SOURCE] } }),
    'leadSources.saveKey': ({ raw }) => {
      sent.push(JSON.parse(String(raw)))
      return { json: { data: SOURCE, message: 'Fox Data is connected' } }
    },
    'leadSources.deleteKey': () => ({ json: { data: SOURCE, message: 'Fox Data is disconnected' } }),
  })
})
afterEach(() => bench.close())

/** Everything a command wrote to its folder. */
const leftBehind = (folder: string): string =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .map((path) => (statSync(path).isDirectory() ? leftBehind(path) : readFileSync(path, 'utf8')))
    .join('\n')

it('sources shows the state of each source', async () => {
  const { stdout, code } = await bench.run(['sources', 'list'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/fox +Fox Data +paused +own …6789 +people +0/)
  expect(stdout).toContain('Fox Data is paused until 14:05')
})

it('connects with a key from the command line or standard input, and stores it nowhere', async () => {
  const connected = await bench.run(['sources', 'connect', 'fox', '--key', KEY, '--daily-limit', '5'])
  expect([connected.code, connected.stdout.trim()]).toEqual([0, 'Fox Data is connected'])
  const two = await bench.run(
    ['sources', 'connect', 'fox', '--key', '-', '--untested', '--field', 'region=eu'],
    {
      stdin: `${KEY}\n`,
    },
  )
  expect(two.code).toBe(0)
  expect(sent).toEqual([
    { values: { api_key: KEY }, daily_limit: 5, save_untested: false },
    { values: { api_key: KEY, region: 'eu' }, save_untested: true },
  ])
  expect(
    connected.stdout + connected.stderr + two.stdout + two.stderr + leftBehind(bench.folder),
  ).not.toContain(KEY)
})

it('sources explains what it cannot do', async () => {
  expect((await bench.run(['sources', 'connect', 'nobody', '--key', KEY])).stderr).toContain(
    'No source "nobody"',
  )
  expect((await bench.run(['sources', 'connect', 'fox'])).stderr).toContain('--key KEY is required')
  expect((await bench.run(['sources', 'connect', 'fox', '--key', KEY, '--field', 'x'])).stderr).toContain(
    'NAME=VALUE',
  )
})

it('sources disconnect removes the key', async () => {
  expect((await bench.run(['sources', 'disconnect', 'fox'])).stdout.trim()).toBe('Fox Data is disconnected')
})
