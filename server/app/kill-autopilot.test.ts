import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createLabel, labels } from '#contract/leads/labels.ts'
import { createList } from '#contract/leads/lists.ts'
import { autopilotRuns, createAutopilot, runAutopilot } from '#contract/prospecting/autopilots.ts'
import { saveWaterfall } from '#contract/prospecting/waterfalls.ts'
import { saveSourceKey } from '#contract/sources/lead-sources.ts'
import { FAKE_KEY, type FakeVendor } from '#server/testing/fake-vendors/fake-vendor.ts'
import { startFakeHunter } from '#server/testing/fake-vendors/hunter.ts'
import { ended, httpCall, runThat, type Signed, signIn, startedImport } from '#server/testing/http-call.ts'
import { PATIENCE_MS } from '#server/testing/patience.ts'
import { PROGRAM_ADMIN, type Program, startProgram } from '#server/testing/program.ts'

const PEOPLE = 25
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

const finds = () => hunter.log.filter(({ path }) => path === '/email-finder')
const conditions = {
  stop_at: 'any' as const,
  mobile_only: false,
  max_credits_per_lead: null,
  skip_confidence: null,
}

/** The invented people in the corpus, and hunter as the one source of emails. */
async function prepared(): Promise<void> {
  const rows = hunter.people.map(({ first, last, company, domain }) => [first, last, 'CEO', company, domain])
  const head = ['First name', 'Last name', 'Position', 'Company', 'Website']
  const csv = [head, ...rows].map((row) => `${row.join(',')}\n`).join('')
  const started = await startedImport(program.url, admin, csv, { source: 'Made', kind: 'people' })
  await ended(call, started.body.data.id, admin)
  await call(saveSourceKey, { params: { id: 'hunter' }, body: { values: { key: FAKE_KEY } } }, admin)
  const steps = [{ source: 'hunter' }]
  await call(saveWaterfall, { params: { want: 'email' }, body: { steps, conditions, version: 0 } }, admin)
}

/** The newest run of an autopilot, as soon as it passes `test`. */
async function autopilotRunThat(
  id: number,
  test: (run: { state: string; steps: { step: string; state: string; run_id: number | null }[] }) => boolean,
) {
  const startedAt = performance.now()
  while (performance.now() - startedAt < PATIENCE_MS) {
    const { body } = await call(autopilotRuns, { params: { id } }, admin)
    const [run] = body.data
    if (run && test(run)) return run
    await pause(20)
  }
  throw new Error(`autopilot ${id} did not get there`)
}

it('continues with the step that it was in when its program was killed, and starts nothing twice', async () => {
  await prepared()
  const search = { source: 'corpus', position: 'CEO' }
  const made = await call(createList, { body: { name: 'One', type: 'people', search, limit: 1 } }, admin)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
  await ended(call, made.body.data.run.id, admin)
  const label = (await call(createLabel, { body: { name: 'Fresh' } }, admin)).body.data
  const steps = [
    { step: 'label' as const, options: { label_id: label.id } },
    { step: 'waterfall' as const, options: { want: 'email' } },
    { step: 'mail' as const },
  ]
  const body = { list_id: made.body.data.id, every: 'month' as const, steps }
  const one = (await call(createAutopilot, { body }, admin)).body.data
  const started = await call(runAutopilot, { params: { id: one.id } }, admin)
  expect(started.status, JSON.stringify(started.error)).toBe(201)
  // Once in the search, or between it and its first step.
  await program.kill()
  await program.start()
  await program.endLeasesOfTheDead()
  const inStep = await autopilotRunThat(one.id, (run) => run.steps.some(({ step }) => step === 'waterfall'))
  const waterfallRun = inStep.steps.find(({ step }) => step === 'waterfall')?.run_id as number
  // And once in the middle of a step.
  await runThat(call, waterfallRun, admin, (run) => run.done >= 10)
  await program.kill()
  await program.start()
  await program.endLeasesOfTheDead()
  const done = await autopilotRunThat(one.id, ({ state }) => state !== 'working')
  expect(done).toMatchObject({
    state: 'finished',
    leads: PEOPLE - 1,
    steps: [
      { step: 'label', state: 'done', leads: PEOPLE - 1 },
      { step: 'waterfall', state: 'done', run_id: waterfallRun },
      { step: 'mail', state: 'done' },
    ],
  })
  expect(finds().length).toBeLessThanOrEqual(PEOPLE - 1 + IN_HAND)
  expect((await call(labels, {}, admin)).body.data).toMatchObject([{ name: 'Fresh', leads: PEOPLE - 1 }])
  await program.withDatabase(async (client) => {
    const count = async (what: string) =>
      (await client.query(`select count(*)::int as n from ${what}`)).rows[0].n
    expect(await count(`run where kind = 'search'`)).toBe(2)
    expect(await count(`run where kind = 'waterfall'`)).toBe(1)
    expect(await count(`mail_message where template = 'autopilot-summary'`)).toBe(1)
    expect(await count('autopilot_run')).toBe(1)
  })
})
