import { expect } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { startVerification, verifications } from '#contract/prospecting/email-verification.ts'
import { findEmails, getEmployees } from '#contract/prospecting/enrichment.ts'
import { runWebsites } from '#contract/sources/websites.ts'
import { type FakeSmtp, startFakeSmtp } from '../fake-smtp.ts'
import { createGate } from '../gate.ts'
import { ended, runThat, startedImport } from '../http-call.ts'
import { onePageCompany } from '../sample-company.ts'
import { type SampleWebsites, startSampleWebsites } from '../sample-websites.ts'
import { createBouncesRow } from './bounces-row.ts'
import { type KillRow, made, until, type World } from './world.ts'

/** Few enough that the waiting ones of three runs leave slots for the others: 16 websites are read concurrently. */
const WEBSITES = 17
/** This many respond at once; the others wait until the program was killed. */
const ANSWERED_AT_ONCE = 12
const CHECKED = 40
const STUCK = 6

const domains = Array.from({ length: WEBSITES }, (_, index) => `firm-${index + 1}.example`)
const quick = domains.slice(0, ANSWERED_AT_ONCE)
const published = domains.flatMap((domain) => [`info@${domain}`, `anna.berger@${domain}`])
const checked = Array.from({ length: CHECKED }, (_, index) => `ann-${index}@quick.example`)
const stuck = Array.from({ length: STUCK }, (_, index) => `bob-${index}@stuck.example`)
const accepted = (addresses: string[]) =>
  Object.fromEntries(addresses.map((address) => [address, '250 2.1.5 Ok']))

/** Websites and mail servers, of which some respond only after the kill. */
function createServers() {
  const gate = createGate()
  let websites: SampleWebsites
  let smtp: FakeSmtp
  let silent: FakeSmtp
  let seen = 0
  return {
    async start() {
      smtp = await startFakeSmtp({ rcpt: accepted([...published, ...checked]) })
      silent = await startFakeSmtp({ rcpt: accepted(stuck), hangAt: 'banner' })
      websites = await startSampleWebsites(
        Object.fromEntries(
          domains.map((domain, index) => {
            const html = onePageCompany(domain)
            return [domain, { '/': index < ANSWERED_AT_ONCE ? html : gate.behind(html) }]
          }),
        ),
      )
      const mail = [...domains, 'quick.example'].map((domain) => `${domain}=${smtp.address}`)
      return { HOST_MAP: websites.hostMap, MX_MAP: [...mail, `stuck.example=${silent.address}`].join() }
    },
    openWebsites() {
      seen = websites.requests.length
      gate.open()
    },
    openMail() {
      delete silent.script.hangAt
    },
    isSilent: () => silent.sessions.length > 0,
    recipients: () => smtp.recipients(),
    /** Requests since the kill. */
    later: () => websites.requests.slice(seen),
    async close() {
      gate.open()
      await Promise.all([websites?.close(), smtp?.close(), silent?.close()])
    },
  }
}
type Servers = ReturnType<typeof createServers>

/** The companies as leads of a local list. */
async function importCompanies({ url, call, admin }: World): Promise<number> {
  const csv = [
    'id,name,category,lat,lon,website',
    ...domains.map((domain, n) => `${n},Firm ${n},brewery,10,10,https://${domain}`),
  ]
  const imported = await startedImport(url, admin, csv.join('\n'), { source: 'Firms' })
  await ended(call, imported.body.data.id, admin)
  const search = { category: 'brewery', near: { lat: 10, lon: 10 }, radius_km: 10 }
  const list = made(await call(createList, { body: { name: 'Firms', type: 'local', search } }, admin))
  expect(await ended(call, list.run.id, admin)).toMatchObject({ cost: WEBSITES })
  return list.id
}

async function rowsOf({ call, admin }: World, type: 'single' | 'local' | 'people', id: number) {
  return (await call(leads, { params: { type, id }, body: { limit: 200 } }, admin)).body.data
}
const emailsOf = (rows: Awaited<ReturnType<typeof rowsOf>>) => rows.map(({ values }) => values.email).sort()

/** Waits until a run has finished everything that responds at once. */
const untilStuck = ({ call, admin }: World, id: number) =>
  runThat(call, id, admin, (run) => run.done === ANSWERED_AT_ONCE)

function createSearchRow(): KillRow {
  let [runId, listId] = [0, 0]
  return {
    title: 'search by domain: has each website and each lead once',
    async start(world) {
      const body = { name: 'Domains', type: 'single' as const, search: { domains, max_emails: 10 } }
      const list = made(await world.call(createList, { body }, world.admin))
      ;[runId, listId] = [list.run.id, list.id]
      await untilStuck(world, runId)
      return [runId]
    },
    async check(world) {
      const { call, admin } = world
      const counts = { delivered: published.length, already_in_list: 0 }
      const run = { state: 'succeeded', done: WEBSITES, reserved: 0, counts }
      expect(await ended(call, runId, admin)).toMatchObject(run)
      const visits = await call(runWebsites, { params: { id: runId }, query: { limit: 200 } }, admin)
      expect(visits.body.data.map(({ domain }) => domain).sort()).toEqual([...domains].sort())
      expect(new Set(visits.body.data.map(({ state }) => state))).toEqual(new Set(['done']))
      expect(emailsOf(await rowsOf(world, 'single', listId))).toEqual([...published].sort())
    },
  }
}

function createEmailsRow(): KillRow & { listId(): number } {
  let [runId, listId] = [0, 0]
  /** Progress of the search for each lead's email at the time of the kill. */
  let searches: unknown[] = []
  return {
    title: "finding emails: finds each company's address, and leaves none waiting",
    listId: () => listId,
    async setUp(world) {
      listId = await importCompanies(world)
    },
    async start(world) {
      const params = { type: 'local' as const, id: listId }
      const body = { selection: { filters: {} } }
      runId = made(await world.call(findEmails, { params, body }, world.admin)).run.id
      await untilStuck(world, runId)
      searches = (await rowsOf(world, 'local', listId)).map(({ values }) => values.email_search)
      return [runId]
    },
    async check(world) {
      const counts = { found: WEBSITES, failed: 0, not_tried: 0 }
      const run = { state: 'succeeded', done: WEBSITES, total: WEBSITES, counts }
      expect(await ended(world.call, runId, world.admin)).toMatchObject(run)
      expect(searches.filter((search) => search === 'found')).toHaveLength(ANSWERED_AT_ONCE)
      const waiting = searches.filter((search) => search === 'queued' || search === 'running')
      expect(waiting).toHaveLength(WEBSITES - ANSWERED_AT_ONCE)
      const rows = await rowsOf(world, 'local', listId)
      expect(new Set(rows.map(({ values }) => values.email_search))).toEqual(new Set(['found']))
      expect(emailsOf(rows)).toEqual(domains.map((domain) => `info@${domain}`).sort())
    },
  }
}

function createPeopleRow(listId: () => number): KillRow {
  let [runId, people] = [0, 0]
  return {
    title: 'people of companies: finds each once',
    async start(world) {
      const params = { type: 'local' as const, id: listId() }
      const body = { selection: { filters: {} }, with_emails: true, max_people: 5 }
      const started = made(await world.call(getEmployees, { params, body }, world.admin))
      ;[runId, people] = [started.run.id, started.list_id]
      await untilStuck(world, runId)
      return [runId]
    },
    async check(world) {
      const counts = { people: WEBSITES, emails: WEBSITES, already_in_list: 0, failed: 0 }
      const run = { state: 'succeeded', done: WEBSITES, counts }
      expect(await ended(world.call, runId, world.admin)).toMatchObject(run)
      const annas = domains.map((domain) => `anna.berger@${domain}`).sort()
      expect(emailsOf(await rowsOf(world, 'people', people))).toEqual(annas)
    },
  }
}

function createVerifyRow(servers: Servers): KillRow {
  let runId = 0
  return {
    title: 'checking addresses: each gets a result, and finished ones are not probed again',
    async start({ call, admin }) {
      const body = { emails: [...checked, ...stuck] }
      runId = made(await call(startVerification, { body }, admin)).id
      const query = { search: '@quick.example' }
      await until('the quick server has responded', async () => {
        return (await call(verifications, { query }, admin)).body.total === CHECKED
      })
      await until('the silent server was probed', servers.isSilent)
      return [runId]
    },
    release: servers.openMail,
    async check({ call, admin }) {
      const all = CHECKED + STUCK
      const run = { state: 'succeeded', done: all, total: all, counts: { valid: all } }
      expect(await ended(call, runId, admin)).toMatchObject(run)
      const times = (address: string) => servers.recipients().filter((text) => text === address).length
      for (const address of checked) expect(times(address), address).toBe(1)
    },
  }
}

/** Runs that read the same websites, bounces of the bought addresses, and checks of addresses. */
export function createWebsiteRows(): { readers: KillRow[]; bounces: KillRow; verify: KillRow } {
  const servers = createServers()
  const emails = createEmailsRow()
  const readers = [createSearchRow(), emails, createPeopleRow(emails.listId)]
  const runs: number[] = []
  for (const row of readers) {
    const { start } = row
    row.start = async (world) => {
      const own = await start(world)
      runs.push(...own)
      return own
    }
  }
  const noneAgain: KillRow = {
    title: 'no finished website is read again, and no address is charged twice',
    prepare: servers.start,
    start: async () => [],
    release: servers.openWebsites,
    async check({ call, admin }) {
      const ends = await Promise.all(runs.map((id) => ended(call, id, admin)))
      const again = servers.later().filter((text) => quick.some((domain) => text.startsWith(`${domain}/`)))
      expect(again).toEqual([])
      // Each of the three runs reads each of the others to its end, once.
      expect(servers.later().filter((text) => text === `${domains[ANSWERED_AT_ONCE]}/`)).toHaveLength(
        readers.length,
      )
      expect(servers.recipients().some((address) => published.includes(address))).toBe(true)
      expect(ends.reduce((sum, run) => sum + run.cost, 0)).toBe(published.length)
    },
    close: servers.close,
  }
  return {
    readers: [...readers, noneAgain],
    verify: createVerifyRow(servers),
    bounces: createBouncesRow(quick.slice(0, 10).map((domain) => `info@${domain}`)),
  }
}
