import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads/leads.ts'
import { startLeadImport } from '#contract/prospecting/lead-imports.ts'
import { saveWaterfall, startWaterfall, waterfallSteps } from '#contract/prospecting/waterfalls.ts'
import { saveSourceKey } from '#contract/sources/lead-sources.ts'
import { FAKE_KEY, type FakeVendor } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeHunter } from '#server/testing/fake-vendors/hunter.ts'
import { ended, httpCall, runThat, type Signed, signIn, upload } from '#server/testing/http-call.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

const PEOPLE = 50
/** Leads that are looked up at the same time: what a dead program may have had in its hands. */
const IN_HAND = 8

let hunter: FakeVendor
let program: Program
let admin: Signed
const call = httpCall(() => program.url)
beforeAll(async () => {
  hunter = await startFakeHunter({ people: PEOPLE })
  program = await startProgram({ HUNTER_BASE_URL: hunter.url })
  admin = await signIn(call, PROGRAM_ADMIN)
})
afterAll(async () => {
  await program?.remove()
  await hunter?.close()
})

/** The invented people as a list. */
async function imported(): Promise<number> {
  const rows = hunter.people.map(({ first, last, company, domain }) => [`${first} ${last}`, company, domain])
  const csv = [['Name', 'Company', 'Website'], ...rows].map((row) => `${row.join(',')}\n`).join('')
  const upload_id = await upload(program.url, admin, Buffer.from(csv), 'people.csv')
  const body = { upload_id, to: { new_list: 'Looked up', type: 'people' as const } }
  const answer = await call(startLeadImport, { body }, admin)
  expect(answer.status, JSON.stringify(answer.error)).toBe(201)
  await ended(call, answer.body.data.run.id, admin)
  return answer.body.data.list.id
}

const finds = () => hunter.log.filter(({ path }) => path === '/email-finder')

it('a waterfall whose program was killed asks no vendor again whose answer was written down', async () => {
  const saved = await call(
    saveSourceKey,
    { params: { id: 'hunter' }, body: { values: { key: FAKE_KEY } } },
    admin,
  )
  expect(saved.status, JSON.stringify(saved.error)).toBe(200)
  const conditions = {
    stop_at: 'any' as const,
    mobile_only: false,
    max_credits_per_lead: null,
    skip_confidence: null,
  }
  await call(
    saveWaterfall,
    { params: { want: 'email' }, body: { steps: [{ source: 'hunter' }], conditions, version: 0 } },
    admin,
  )
  const id = await imported()
  const started = await call(
    startWaterfall,
    { params: { type: 'people', id }, body: { want: 'email', selection: { filters: {} } } },
    admin,
  )
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  const runId = started.body.data.run.id
  await runThat(call, runId, admin, (run) => run.done >= 15)
  await program.kill()
  const before = finds().length
  await program.start()
  await program.endLeasesOfTheDead()
  const run = await ended(call, runId, admin)
  expect(run).toMatchObject({ state: 'succeeded', done: PEOPLE })
  expect(before).toBeGreaterThanOrEqual(15)
  expect(finds().length).toBeLessThanOrEqual(PEOPLE + IN_HAND)
  const known = hunter.people.filter(({ email }) => email !== null)
  const rows = (await call(leads, { params: { type: 'people', id }, body: { limit: 200 } }, admin)).body.data
  const found = rows.flatMap(({ values }) => (values.email ? [values.email] : []))
  // An address that is known not to work is not delivered.
  expect(known.map(({ email }) => email)).toEqual(expect.arrayContaining(found))
  expect(found.length).toBe((run.counts.found ?? 0) + (run.counts.potential ?? 0))
  expect(found.length).toBeGreaterThan(PEOPLE / 2)
  const steps = (await call(waterfallSteps, { params: { id: runId } }, admin)).body.data.steps
  expect(steps).toMatchObject([{ source: 'hunter', tried: PEOPLE }])
})
