import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Run } from '#contract/activity/runs.ts'
import type { Website } from '#contract/sources/websites.ts'
import { type FakeHandlers, refusal } from '../testing/fake-server.ts'
import { quoteReply, runReply, startedReply } from '../testing/sample-replies.ts'
import { cutPage, fullWebsite, websiteReply } from '../testing/sample-websites.ts'
import { type Bench, createBench } from '../testing/signed-in.ts'

let bench: Bench
let states: Run[]
let found: Website[]
let handlers: FakeHandlers

const domainRun = (extra: Partial<Run> = {}) =>
  runReply({ list_type: 'single', counts: { delivered: 2 }, cost: 2, total: 2, done: 2, ...extra })

beforeEach(async () => {
  states = [domainRun({ state: 'running', done: 1 }), domainRun()]
  found = [fullWebsite('acme.example')]
  handlers = {
    'searches.quote': () => ({ status: 201, json: { data: quoteReply(5, 100) } }),
    'lists.create': ({ body }) => ({ status: 201, json: startedReply(body.name) }),
    'runs.show': () => ({ json: { data: states.length > 1 ? states.shift() : states[0] } }),
    'websites.ofList': ({ query }) => cutPage(found, query),
  }
  bench = await createBench(handlers)
})
afterEach(async () => {
  expect(bench.server.faults).toEqual([])
  await bench.close()
})

const created = () => bench.server.callsTo('lists.create')[0]!.body

describe('search domain', () => {
  it('reads the websites into a new list and prints the findings', async () => {
    const more = ['--max-emails', '20', '--max-pages', '10', '--only-published', '--max-cost', '40', '--json']
    const { code, stdout, stderr } = await bench.run([
      'search',
      'domain',
      'https://www.acme.example/',
      ...more,
    ])
    expect([code, stderr]).toEqual([0, ''])
    const sources = [{ url: 'https://acme.example/contact', method: 'mailto' }]
    expect(JSON.parse(stdout)).toEqual({
      list_id: 3,
      run_id: 7,
      delivered: 2,
      cost: 2,
      domains: [
        {
          domain: 'acme.example',
          emails: [
            { value: 'info@acme.example', state: 'valid', kind: 'org', sources },
            {
              value: 'jane@acme.example',
              state: 'catch_all',
              kind: 'person',
              person: 'Jane Sample',
              sources,
            },
          ],
          phones: [{ value: '+12025550143', extension: '12', sources }],
          socials: ['https://social.example/@acme.example'],
          people: [
            { name: 'Jane Sample', role: 'Director', email: 'jane@acme.example', sources },
            { name: 'Joe Sample', role: null, sources },
          ],
        },
      ],
    })
    expect(created()).toEqual({
      name: 'acme.example',
      type: 'single',
      search: { domains: ['acme.example'], max_emails: 20, max_pages: 10, only_published: true },
      only_new: false,
      max_cost: 40,
    })
    const [requested] = bench.server.callsTo('websites.ofList')
    expect([requested!.params.id, requested!.query.get('run_id')]).toEqual(['3', '7'])
  })

  it('prints every requested domain once and in order, also without results', async () => {
    found = [websiteReply('shut.example', { problem: 'refused_by_robots' }), fullWebsite('acme.example')]
    const args = [
      'acme.example',
      'www.shut.example',
      'info@acme.example',
      '--domains',
      'late.example,shut.example',
    ]
    const { stdout } = await bench.run(['search', 'single', ...args, '--json'])
    const empty = { emails: [], phones: [], socials: [], people: [] }
    expect(JSON.parse(stdout).domains).toEqual([
      expect.objectContaining({ domain: 'acme.example' }),
      { domain: 'shut.example', ...empty, problem: 'refused_by_robots' },
      { domain: 'late.example', ...empty },
    ])
    expect(created().name).toBe('acme.example and 2 more')
    expect(created().search.domains).toEqual(['acme.example', 'shut.example', 'late.example'])
  })

  it('reports words that aren’t domains separately', async () => {
    const { code, stdout } = await bench.run(['search', 'domain', 'n/a', 'acme.example', '--json'])
    expect([code, created().search.domains]).toEqual([0, ['acme.example', 'n/a']])
    expect(JSON.parse(stdout).domains).toEqual([
      { domain: 'n/a', emails: [], phones: [], socials: [], people: [], problem: 'bad_domain' },
      expect.objectContaining({ domain: 'acme.example' }),
    ])
    const none = await bench.run(['search', 'domain', 'acme'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"acme" is not a domain')])
  })

  it('reads all pages of the result', async () => {
    const domains = Array.from({ length: 450 }, (_, at) => `company-${at}.example`)
    found = domains.map((domain) => websiteReply(domain, { problem: 'unreachable' }))
    const { stdout } = await bench.run(['search', 'domain', '--file', '-', '--json'], {
      stdin: domains.join('\n'),
    })
    const reports = JSON.parse(stdout).domains as { domain: string; problem: string }[]
    expect(reports.map(({ domain }) => domain)).toEqual(domains)
    expect(new Set(reports.map(({ problem }) => problem))).toEqual(new Set(['unreachable']))
    expect(bench.server.callsTo('websites.ofList')).toHaveLength(3)
  })

  it('prints what was found where', async () => {
    found = [fullWebsite('acme.example'), websiteReply('gone.example', { problem: 'not_found' })]
    const { stdout } = await bench.run(['search', 'domain', 'acme.example', 'gone.example'])
    expect(stdout).toMatch(/^Delivered +2$/m)
    expect(stdout).toMatch(/email +info@acme\.example +valid, org +https:\/\/acme\.example\/contact/)
    expect(stdout).toMatch(/phone +\+12025550143 ext\. 12/)
    expect(stdout).toMatch(/person +Jane Sample +Director, jane@acme\.example/)
    expect(stdout).toContain('gone.example (not found)\nNothing found')
  })

  it('continues when the server restarts during reading', async () => {
    let cuts = 0
    handlers['websites.ofList'] = ({ query }) => (cuts++ === 0 ? 'cut' : cutPage(found, query))
    const { code, stdout } = await bench.run(['search', 'domain', 'acme.example', '--json'])
    expect([code, JSON.parse(stdout).domains[0].emails.length, cuts]).toEqual([0, 2, 2])
  })
})

describe('domains from a file', () => {
  it.each([
    ['lines.txt', '# ours\nacme.example\n\nhttps://www.beta.example/x\n'],
    ['table.csv', 'Company,Website\r\n"Acme, Co",www.acme.example\r\nBeta,beta.example\r\n'],
    ['table.txt', 'Name;Domain\nAcme;acme.example\nNone;\nBeta;beta.example\n'],
    ['pasted.txt', 'acme.example, beta.example'],
  ])('are read from %s whatever its form', async (name, content) => {
    writeFileSync(join(bench.folder, name), content)
    const { code } = await bench.run(['search', 'domain', '--file', name, '--json'])
    expect(code).toBe(0)
    expect(created().search.domains).toEqual(['acme.example', 'beta.example'])
  })

  it.each([
    ['other.csv', 'Company,Town\nAcme,Oslo\n', 'no column domain or website'],
    ['empty.txt', ' \n', 'is empty'],
    [
      'many.txt',
      Array.from({ length: 5001 }, (_, at) => `c${at}.example`).join('\n'),
      '5,001 domains are too many',
    ],
  ])('%s is refused before any request', async (name, content, message) => {
    writeFileSync(join(bench.folder, name), content)
    const { code, stderr } = await bench.run(['search', 'domain', '--file', name])
    expect([code, bench.server.calls]).toEqual([2, []])
    expect(stderr).toContain(message)
  })

  it('needs at least one domain, except for sample leads', async () => {
    const none = await bench.run(['search', 'domain'])
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('No domain given')])
    const sample = await bench.run(['search', 'single', '--source', 'sample', '--json'])
    expect([sample.code, JSON.parse(sample.stdout).domains]).toEqual([0, []])
  })
})

describe('exit codes', () => {
  it('names the option that makes the search affordable when the wallet cannot cover the maximum', async () => {
    const details = { needed: 4000, available: 250, affordable: 250 }
    handlers['lists.create'] = () => refusal(402, 'insufficient_credits', { details })
    const people = await bench.run(['search', 'domain', 'acme.example'])
    expect([people.code, people.stderr]).toEqual([5, expect.stringContaining('--max-cost 250')])
    const script = await bench.run(['search', 'domain', 'acme.example', '--json'])
    expect(JSON.parse(script.stderr).error).toMatchObject({
      code: 'insufficient_credits',
      message: expect.stringContaining('--max-cost 250'),
      details,
    })
  })

  it('prints delivered results when it is stopped, and exits with 7', async () => {
    states = [domainRun({ state: 'running', done: 0, total: 2 })]
    handlers['runs.cancel'] = () => {
      states = [domainRun({ state: 'cancelled', counts: { delivered: 1 }, cost: 1 })]
      return { json: { data: states[0] } }
    }
    const { child, result } = bench.start(['search', 'domain', 'late.example', 'acme.example', '--json'])
    await expect.poll(() => bench.server.callsTo('runs.show').length).toBeGreaterThan(0)
    child.kill('SIGINT')
    const { code, stdout } = await result
    expect(code).toBe(7)
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({ delivered: 1, cost: 1, state: 'cancelled' })
    expect(document.domains.map(({ emails }: { emails: unknown[] }) => emails.length)).toEqual([0, 2])
  })
})

it('search domain is described in the help under both of its names', async () => {
  for (const word of ['domain', 'single']) {
    const { stdout } = await bench.run(['search', word, '--help'])
    expect(stdout).toContain('Usage: leadwright search domain [DOMAIN...]')
    expect(stdout).toContain('--only-published')
    expect(stdout).not.toContain('--radius')
  }
  expect((await bench.run(['help'])).stdout).toContain('search domain [DOMAIN...]')
})
