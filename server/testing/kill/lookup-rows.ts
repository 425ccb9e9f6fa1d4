import { expect } from 'vitest'
import { createLabel, labels } from '#contract/leads/labels.ts'
import { leads } from '#contract/leads/leads.ts'
import { createList } from '#contract/leads/lists.ts'
import { autopilotRuns, createAutopilot, runAutopilot } from '#contract/prospecting/autopilots.ts'
import { saveWaterfall, startWaterfall, waterfallSteps } from '#contract/prospecting/waterfalls.ts'
import { saveSourceKey } from '#contract/sources/lead-sources.ts'
import { FAKE_KEY, type FakeVendor } from '../fake-vendors/fake-vendor.ts'
import { startFakeHunter } from '../fake-vendors/hunter.ts'
import { PEOPLE_PER_COMPANY as PEOPLE } from '../fake-vendors/invented-people.ts'
import { ended, runThat, startedImport } from '../http-call.ts'
import { type Hold, holdBetweenBatches } from './hold.ts'
import { importLeads, type KillRow, made, until, type World } from './world.ts'

/** Concurrent lookups, which a dead program may have left unfinished. */
const MAX_IN_PROGRESS = 8
/** This many lookups of a company are answered at once. */
const ANSWERED_AT_ONCE = 15
/** Of these, those certainly stored. */
const STORED = ANSWERED_AT_ONCE - MAX_IN_PROGRESS

const conditions = {
  stop_at: 'any' as const,
  mobile_only: false,
  max_credits_per_lead: null,
  skip_confidence: null,
}

/** A vendor of emails that knows the people of a few companies, one per row. */
function createVendor() {
  let hunter: FakeVendor
  let letGo = () => {}
  const domainOf = (company: number) => `company-${company}.example`
  const isFind = (path: string, domain: string) =>
    path.startsWith('/email-finder?') && new URL(path, hunter.url).searchParams.get('domain') === domain
  const findsOf = (company: number) =>
    hunter.requests.filter((path) => isFind(path, domainOf(company))).length
  return {
    async start() {
      hunter = await startFakeHunter({ people: 3 * PEOPLE })
      return { HUNTER_BASE_URL: hunter.url }
    },
    async setUp({ call, admin }: World) {
      await call(saveSourceKey, { params: { id: 'hunter' }, body: { values: { key: FAKE_KEY } } }, admin)
      const body = { steps: [{ source: 'hunter' }], conditions, version: 0 }
      const saved = await call(saveWaterfall, { params: { want: 'email' }, body }, admin)
      expect(saved.status, JSON.stringify(saved.error)).toBe(200)
    },
    peopleOf: (company: number) => hunter.people.slice(company * PEOPLE, (company + 1) * PEOPLE),
    findsOf,
    /** Answers this many lookups of a company, and holds the others back. */
    holdAfter(company: number) {
      letGo = hunter.hold(
        ({ query }) => query.get('domain') === domainOf(company) && findsOf(company) > ANSWERED_AT_ONCE,
      )
    },
    letGo: () => letGo(),
    async close() {
      letGo()
      await hunter?.close()
    },
  }
}
type Vendor = ReturnType<typeof createVendor>

function createWaterfallRow(vendor: Vendor, company: number): KillRow {
  let [runId, listId] = [0, 0]
  return {
    title: 'a waterfall: does not request stored answers again',
    prepare: vendor.start,
    async setUp(world) {
      await vendor.setUp(world)
      const people = vendor.peopleOf(company)
      const rows = people.map(({ first, last, company, domain }) => `${first} ${last},${company},${domain}`)
      const to = { new_list: 'Looked up', type: 'people' as const }
      listId = await importLeads(world, ['Name,Company,Website', ...rows], to)
    },
    async start({ call, admin }) {
      vendor.holdAfter(company)
      const params = { type: 'people' as const, id: listId }
      const body = { want: 'email' as const, selection: { filters: {} } }
      runId = made(await call(startWaterfall, { params, body }, admin)).run.id
      await runThat(call, runId, admin, (run) => run.done >= STORED)
      return [runId]
    },
    release: vendor.letGo,
    async check({ call, admin }) {
      const run = await ended(call, runId, admin)
      expect(run).toMatchObject({ state: 'succeeded', done: PEOPLE })
      expect(vendor.findsOf(company)).toBeLessThanOrEqual(PEOPLE + MAX_IN_PROGRESS)
      const known = vendor.peopleOf(company).flatMap(({ email }) => email ?? [])
      const found = await call(leads, { params: { type: 'people', id: listId }, body: { limit: 200 } }, admin)
      const emails = found.body.data.flatMap(({ values }) => (values.email ? [values.email] : []))
      // Known invalid addresses are not delivered.
      expect(known).toEqual(expect.arrayContaining(emails))
      expect(emails.length).toBe((run.counts.found ?? 0) + (run.counts.potential ?? 0))
      expect(emails.length).toBeGreaterThan(PEOPLE / 2)
      const { steps } = (await call(waterfallSteps, { params: { id: runId } }, admin)).body.data
      expect(steps).toMatchObject([{ source: 'hunter', tried: PEOPLE }])
    },
    close: vendor.close,
  }
}

/** An autopilot over the people of one company with the same position. */
function createPilot(vendor: Vendor, company: number, position: string) {
  let [id, listId, mails] = [0, 0, 0]
  const label = `Fresh ${position}`
  const mailsOf = async (world: World) =>
    (await world.query(`select from mail_message where template = 'autopilot-summary'`)).length
  const latest = async ({ call, admin }: World) =>
    (await call(autopilotRuns, { params: { id } }, admin)).body.data[0]
  return {
    latest,
    async setUp(world: World) {
      const { url, call, admin } = world
      const people = vendor.peopleOf(company)
      const rows = people.map(
        (person) => `${person.first},${person.last},${position},${person.company},${person.domain}\n`,
      )
      const csv = `First name,Last name,Position,Company,Website\n${rows.join('')}`
      const to = { source: `Created for ${position}`, kind: 'people' as const }
      await ended(call, made(await startedImport(url, admin, csv, to)).id, admin)
      const search = { source: 'corpus', position }
      const body = { name: `One ${position}`, type: 'people' as const, search, limit: 1 }
      const list = made(await call(createList, { body }, admin))
      await ended(call, list.run.id, admin)
      listId = list.id
      const label_id = made(await call(createLabel, { body: { name: label } }, admin)).id
      const steps = [
        { step: 'label' as const, options: { label_id } },
        { step: 'waterfall' as const, options: { want: 'email' } },
        { step: 'mail' as const },
      ]
      const autopilot = { list_id: listId, every: 'month' as const, steps }
      id = made(await call(createAutopilot, { body: autopilot }, admin)).id
      mails = await mailsOf(world)
    },
    start: async ({ call, admin }: World) => made(await call(runAutopilot, { params: { id } }, admin)),
    async check(world: World) {
      const { call, admin } = world
      await expect.poll(async () => (await latest(world))?.state).not.toBe('working')
      const found = PEOPLE - 1
      expect(await latest(world)).toMatchObject({
        state: 'finished',
        leads: found,
        steps: [
          { step: 'label', state: 'done', leads: found },
          { step: 'waterfall', state: 'done' },
          { step: 'mail', state: 'done' },
        ],
      })
      expect(vendor.findsOf(company)).toBeLessThanOrEqual(found + MAX_IN_PROGRESS)
      const all = (await call(labels, {}, admin)).body.data
      expect(all.filter(({ name }) => name === label)).toMatchObject([{ leads: found }])
      const runsOf = async (kind: string) =>
        (await world.query('select from run where kind = $1 and list_id = $2', [kind, listId])).length
      expect([await runsOf('search'), await runsOf('waterfall')]).toEqual([2, 1])
      expect(await mailsOf(world)).toBe(mails + 1)
      expect((await call(autopilotRuns, { params: { id } }, admin)).body.data).toHaveLength(1)
    },
  }
}

function createPilotSearchRow(vendor: Vendor, company: number): KillRow {
  const pilot = createPilot(vendor, company, 'Founder')
  let hold: Hold | undefined
  return {
    title: 'an autopilot: continues its search, and starts nothing twice',
    setUp: pilot.setUp,
    async start(world) {
      const lock = `select from wallet where account_id = ${world.admin.accountId} for update`
      const searchRun = async () => (await pilot.latest(world))?.search_run_id ?? null
      const held = await holdBetweenBatches(
        world,
        lock,
        () => pilot.start(world),
        async () => (await searchRun()) !== null,
      )
      hold = held.hold
      return [(await searchRun()) as number]
    },
    release: () => hold?.release(),
    check: pilot.check,
  }
}

function createPilotStepRow(vendor: Vendor, company: number): KillRow {
  const pilot = createPilot(vendor, company, 'Director')
  return {
    title: 'an autopilot: continues its step, and starts nothing twice',
    setUp: pilot.setUp,
    async start(world) {
      vendor.holdAfter(company)
      await pilot.start(world)
      const stepRun = async () =>
        (await pilot.latest(world))?.steps.find(({ step }) => step === 'waterfall')?.run_id ?? null
      await until('the autopilot looks emails up', async () => (await stepRun()) !== null)
      const id = (await stepRun()) as number
      await runThat(world.call, id, world.admin, (run) => run.done >= STORED)
      return [id]
    },
    release: vendor.letGo,
    check: pilot.check,
  }
}

/** Rows that look up emails at a vendor. The waterfall's row prepares the vendor. */
export function createLookupRows(): { waterfall: KillRow; pilotSearch: KillRow; pilotStep: KillRow } {
  const vendor = createVendor()
  return {
    waterfall: createWaterfallRow(vendor, 0),
    pilotSearch: createPilotSearchRow(vendor, 1),
    pilotStep: createPilotStepRow(vendor, 2),
  }
}
