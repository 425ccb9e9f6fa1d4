import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '#server/testing/fake-smtp.ts'
import { sampleCompany } from '#server/testing/sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '#server/testing/sample-websites.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli, startCli, temporaryFolder } from './testing/run-cli.ts'

const KNOWN = ['info', 'anna.berger', 'boris.keller', 'clara.lindner']
const COMPANIES = ['acme.example', 'beta.example', 'gamma.example']

let websites: SampleWebsites
let smtp: FakeSmtp
let t: TestApp
let url: string
let token: string
const folder = temporaryFolder()

beforeAll(async () => {
  smtp = await startFakeSmtp({
    rcpt: Object.fromEntries(
      COMPANIES.flatMap((domain) => KNOWN.map((name) => [`${name}@${domain}`, '250 2.1.5 Ok'])),
    ),
  })
  websites = await startSampleWebsites({
    ...Object.fromEntries(COMPANIES.map((domain) => [domain, sampleCompany(domain)])),
    'shut.example': { '/robots.txt': 'User-agent: *\nDisallow: /', '/': 'mail@shut.example' },
    // Never answers.
    'slow.example': { '/': () => {} },
  })
  t = await testApp({
    hostMap: websites.hostMap,
    mxMap: COMPANIES.map((domain) => `${domain}=${smtp.address}`).join(','),
    crawl: { delayMs: 0 },
  })
  url = await t.listen()
  token = (await t.admin()).token
})
afterAll(async () => {
  await t?.close()
  await websites?.close()
  await smtp?.close()
  folder.remove()
})

const options = () => ({
  env: { LEADWRIGHT_HOME: folder.path, LEADWRIGHT_URL: url, LEADWRIGHT_TOKEN: token },
  cwd: folder.path,
})

/** Runs a command to its end and returns its JSON. */
async function command(...args: string[]) {
  const { code, stdout, stderr } = await runCli([...args, '--json'], options())
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

interface Found {
  emails: { value: string; state: string; kind: string; sources: { url: string; method: string }[] }[]
  people: { name: string; role: string | null; email?: string }[]
  phones: { value: string }[]
  socials: string[]
}
const short = ({ emails }: Found) =>
  emails.map(({ value, state, kind }) => `${value} ${state} ${kind}`).toSorted()

describe('contacts of a company', () => {
  it('are read from its pages, verified, and paid for once each', async () => {
    const requested = ['https://www.acme.example/contact', 'shut.example', 'acme.example']
    const first = await command('search', 'domain', ...requested)
    expect(first).toMatchObject({ delivered: 5, cost: 3 })
    expect(first.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
      'acme.example',
      'shut.example',
    ])
    const [acme, shut] = first.domains as [Found, Found]
    expect(short(acme)).toEqual([
      'anna.berger@acme.example valid person',
      'boris.keller@acme.example valid person',
      'clara.lindner@acme.example valid inferred',
      'info@acme.example valid org',
      'sales@acme.example invalid role',
    ])
    const info = acme.emails.find(({ value }) => value.startsWith('info@'))
    expect(info!.sources).toContainEqual({ url: 'https://acme.example/contact', method: 'mailto' })
    expect(acme.phones.map(({ value }) => value)).toEqual(['+12025550143'])
    expect(acme.socials).toEqual([
      expect.stringMatching(/^https:\/\/(www\.)?linkedin\.com\/company\/acme-sample$/),
    ])
    expect(acme.people.map(({ name, role }) => [name, role]).toSorted()).toEqual([
      ['Anna Berger', 'Managing Director'],
      ['Boris Keller', 'Head of Sales'],
      ['Clara Lindner', 'Software Engineer'],
    ])
    expect(shut).toEqual({
      domain: 'shut.example',
      emails: [],
      phones: [],
      socials: [],
      people: [],
      problem: 'refused_by_robots',
    })
    expect(websites.requests.filter((request) => request.startsWith('shut.'))).toEqual([
      'shut.example/robots.txt',
    ])

    const again = await command('search', 'domain', 'acme.example')
    expect(again).toMatchObject({ delivered: 5, cost: 0 })
  })

  it('stop at the allowed pages, addresses and credits', async () => {
    const before = websites.requests.length
    const one = await command('search', 'domain', 'beta.example', '--max-pages', '1')
    expect(one.domains[0].emails).toEqual([])
    const pages = websites.requests.slice(before).filter((request) => !/robots\.txt|sitemap/.test(request))
    expect(pages).toEqual(['beta.example/'])
    const published = await command(
      'search',
      'domain',
      'beta.example',
      '--only-published',
      '--max-emails',
      '1',
    )
    expect(short(published.domains[0])).toEqual(['info@beta.example valid org'])
    const nothing = await command('search', 'domain', 'beta.example', '--max-cost', '0')
    expect(nothing.cost).toBe(0)
  })

  it('are refused when the wallet cannot cover the expected price, with the option that fits', async () => {
    const many = Array.from({ length: 5000 }, (_, at) => `company-${at}.example`).join('\n')
    const { code, stderr } = await runCli(['search', 'domain', '--file', '-', '--yes'], {
      ...options(),
      stdin: many,
    })
    expect(code).toBe(5)
    expect(stderr).toMatch(/--max-cost \d{4}\b/)
  })

  it('are kept when it is stopped, and printed with exit code 7', async () => {
    const { child, result } = startCli(
      ['search', 'domain', 'slow.example', 'acme.example', '--json'],
      options(),
    )
    const delivered = async () => {
      const { data } = await command('runs', '--limit', '1')
      return data[0].list_type === 'single' ? (data[0].counts.delivered ?? 0) : 0
    }
    await expect.poll(() => websites.requests.includes('slow.example/')).toBe(true)
    await expect.poll(delivered).toBe(5)
    child.kill('SIGINT')
    const { code, stdout } = await result
    expect(code).toBe(7)
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({ state: 'cancelled', delivered: 5 })
    expect(document.domains.map(({ domain }: { domain: string }) => domain)).toEqual([
      'slow.example',
      'acme.example',
    ])
    expect(document.domains.map(({ emails }: Found) => emails.length)).toEqual([0, 5])
  })
})

describe('addresses', () => {
  it('are verified singly with the SMTP dialog, and in bulk from a file', async () => {
    const { results } = await command(
      'verify',
      'info@gamma.example',
      'nobody@gamma.example',
      'no address',
      '--evidence',
    )
    expect(results.map(({ state }: { state: string }) => state)).toEqual(['valid', 'invalid', 'invalid'])
    const talk = results[0].transcript.map(({ dir, line }: { dir: string; line: string }) => `${dir} ${line}`)
    expect(talk).toContain('> RCPT TO:<info@gamma.example>')
    expect(talk.join('\n')).not.toMatch(/> DATA/)

    const rows = [
      'Name,Work mail',
      ...KNOWN.map((name) => `X,${name}@gamma.example`),
      'Y,nobody@gamma.example',
    ]
    writeFileSync(join(folder.path, 'people.csv'), rows.join('\n'))
    const bulk = await command('verify', '--file', 'people.csv')
    expect(bulk.results.map(({ email, state }: { email: string; state: string }) => [email, state])).toEqual([
      ...KNOWN.map((name) => [`${name}@gamma.example`, 'valid']),
      ['nobody@gamma.example', 'invalid'],
    ])
  })

  it('are found for the leads of a list, with the people of their companies', async () => {
    const csv = ['id,name,category,website,lat,lon', '1,Gamma,brewery,https://gamma.example/,45,-120']
    writeFileSync(join(folder.path, 'places.csv'), `${csv.join('\n')}\n2,No web site,brewery,,45,-120\n`)
    await command('corpus', 'import', 'places.csv', '--source', 'sample', '--licence', 'none')
    const list = await command('search', 'local', '--category', 'brewery', '--near=45,-120')
    expect(list.delivered).toBe(2)
    const id = String(list.list_id)
    expect((await command('find-emails', id, '--quote')).skipped).toEqual({ no_website: 1 })
    const found = await command('find-emails', id)
    expect(found).toMatchObject({ list_id: list.list_id, found: 1, potential: 0, not_found: 0, cost: 1 })
    const people = await command('get-employees', id, '--with-emails')
    expect(people).toMatchObject({ people: 3, emails: 2, cost: 2 })
    expect(people.list_id).not.toBe(list.list_id)
    expect((await command('verify', '--list', id)).results).toMatchObject([
      { email: 'info@gamma.example', state: 'valid' },
    ])
  })

  it('that bounce are marked, and their credits refunded', async () => {
    writeFileSync(join(folder.path, 'bounces.csv'), 'Email,Type\nanna.berger@acme.example,hard\n')
    const result = await command('bounces', 'import', 'bounces.csv')
    expect(result).toMatchObject({ received: 1, hard: 1, soft: 0, refunded: 1 })
    expect(result.leads).toBeGreaterThan(0)
    const { results } = await command('verify', 'anna.berger@acme.example')
    expect(results[0]).toMatchObject({ state: 'invalid', reason: 'bounced' })
    const { data } = await command('sources')
    const website = data.find(({ kind }: { kind: string }) => kind === 'website')
    expect(website).toMatchObject({ source: 'website', bounced: 1, refunded: 1 })
  })
})
