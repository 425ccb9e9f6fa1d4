import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FakeHandlers } from '../testing/fake-server.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
const exported = { kit: 'Account 1', labels: { Cold: {}, Hot: { color: 'red' } } }
const changes = [{ part: 'labels', name: 'Hot', outcome: 'added', after: { color: 'red', rule: null } }]
const found = {
  account_id: 1,
  added: ['labels/Hot'],
  changed: [],
  removed: [],
  unchanged: ['labels/Cold'],
  conflicts: [],
  kept: [],
  skipped: [] as string[],
}
const library = { name: 'recruiter', kit: 'Recruiter', description: 'Finds employers', settings: 20 }
const HOOK = 'https://example.com/hook?token='
const handlers: FakeHandlers = {
  'kits.library': () => ({ json: { data: [library] } }),
  'kits.ofLibrary': () => ({
    json: {
      data: { ...library, document: { kit: 'Recruiter' }, yaml: '# For recruiters\nkit: Recruiter\n' },
    },
  }),
  'kits.export': () => ({ json: { data: exported } }),
  'kits.diff': () => ({ json: { data: { ...found, changes } } }),
  'kits.apply': () => ({ json: { data: { ...found, changes, use_id: 5 }, message: 'Kit applied' } }),
}
beforeEach(async () => {
  bench = await createBench(handlers)
})
afterEach(() => bench.close())

const file = async (text: string) => {
  const path = join(bench.folder, 'kit.yaml')
  await writeFile(path, text)
  return path
}
const TEXT = '# Our kit\nkit: Agency\nlabels:\n  # People who asked\n  Hot:\n    color: red # like fire\n'

describe('kit export', () => {
  it('prints the settings as YAML that the other commands read', async () => {
    const { code, stdout } = await bench.run(['kit', 'export', '--account', '12', '--name', 'Agency'])
    expect([code, stdout]).toEqual([0, 'kit: Agency\nlabels:\n  Cold: {}\n  Hot:\n    color: red\n'])
    expect(bench.server.callsTo('kits.export')[0]?.query.get('account_id')).toBe('12')
  })

  it('updates a file and keeps its name and its comments', async () => {
    const path = await file(TEXT.replace('red #', 'blue #'))
    expect((await bench.run(['kit', 'export', '--into', path])).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(`${TEXT}  Cold: {}\n`)
  })
})

describe('kit diff and apply', () => {
  it('print the names of what changes', async () => {
    const { code, stdout } = await bench.run(['kit', 'diff', await file(TEXT), '--json'])
    const { account_id: _account, skipped: _skipped, ...names } = found
    expect([code, JSON.parse(stdout)]).toEqual([0, names])
    expect(bench.server.callsTo('kits.diff')[0]?.body).toEqual({
      document: { kit: 'Agency', labels: { Hot: { color: 'red', rule: null } } },
    })
  })

  it('change nothing with --dry-run', async () => {
    const path = await file(TEXT)
    expect((await bench.run(['kit', 'apply', path, '--dry-run'])).stdout).toContain('Hot')
    expect(bench.server.callsTo('kits.apply')).toEqual([])
    expect((await bench.run(['kit', 'apply', path, '--conflicts', 'replace'])).code).toBe(0)
    expect(bench.server.callsTo('kits.apply')[0]?.body).toMatchObject({ conflicts: 'replace' })
  })

  it.each([
    ['an unknown key', TEXT.replace('color', 'colour'), 'line 6: labels.Hot.colour: there is no such key'],
    ['an unknown part', `${TEXT}people: {}\n`, 'line 7: people: there is no such key'],
    ['a wrong value', TEXT.replace('red', 'pinkish'), 'line 6: labels.Hot.color'],
    ['a key twice', `${TEXT}  Hot: {}\n`, 'line 7'],
    ['what isn’t YAML', 'kit: [', 'line 1'],
  ])('refuse %s and name its line', async (_case, text, message) => {
    const { code, stderr } = await bench.run(['kit', 'apply', await file(text)])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
    expect(bench.server.calls).toEqual([])
  })
})

it('prints the schema', async () => {
  const { stdout } = await bench.run(['kit', 'schema', '--json'])
  expect(Object.keys(JSON.parse(stdout).properties)).toContain('labels')
})

describe('environment variables', () => {
  const events = 'events: [lead.added]'
  const withHook = `kit: Agency\nwebhooks:\n  Intake:\n    url: ${HOOK}\${env:HOOK_TOKEN}\n    ${events}\n`

  it('are put in where the file names them', async () => {
    const path = await file(withHook)
    const { code } = await bench.run(['kit', 'apply', path], { env: { HOOK_TOKEN: 'secret' } })
    expect(code).toBe(0)
    expect(bench.server.callsTo('kits.apply')[0]?.body).toMatchObject({
      document: { webhooks: { Intake: { url: `${HOOK}secret` } } },
    })
  })

  it('must be set: the line of a missing one is named', async () => {
    const { code, stderr } = await bench.run(['kit', 'diff', await file(withHook)])
    expect([code, stderr]).toEqual([2, expect.stringContaining('line 4: the variable HOOK_TOKEN is not set')])
    expect(bench.server.callsTo('kits.diff')).toEqual([])
  })

  it('stay named in a file that is updated', async () => {
    const path = await file(withHook)
    const webhooks = { Intake: { url: `${HOOK}secret`, events: ['lead.added', 'lead.deleted'] } }
    const other = await createBench({
      'kits.export': () => ({ json: { data: { kit: 'Account 1', webhooks } } }),
    })
    await other.run(['kit', 'export', '--into', path], { env: { HOOK_TOKEN: 'secret' } })
    await other.close()
    expect(await readFile(path, 'utf8')).toContain('env:HOOK_TOKEN}')
    expect(await readFile(path, 'utf8')).toContain('lead.deleted')
  })
})

describe('kit library', () => {
  it('lists the built-in kits', async () => {
    const { code, stdout } = await bench.run(['kit', 'library'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/recruiter +20 +Finds employers/)])
  })

  it('prints one with its comments, or as its document', async () => {
    expect((await bench.run(['kit', 'library', 'recruiter'])).stdout).toBe(
      '# For recruiters\nkit: Recruiter\n',
    )
    const { stdout } = await bench.run(['kit', 'library', 'recruiter', '--json'])
    expect(JSON.parse(stdout)).toEqual({ kit: 'Recruiter' })
    expect(bench.server.callsTo('kits.ofLibrary')[0]?.params).toEqual({ name: 'recruiter' })
  })
})
