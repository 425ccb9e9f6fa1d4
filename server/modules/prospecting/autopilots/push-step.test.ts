import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectCrm } from '#contract/leads/crm.ts'
import { saveWaterfall } from '#contract/prospecting/waterfalls.ts'
import { type AutopilotBench, autopilotBench } from '#server/testing/autopilot-bench.ts'
import { FAKE_TOKEN, type FakeCrm } from '#server/testing/fake-crms/fake-crm.ts'
import { FAKE_LOCATION, startFakeGhl } from '#server/testing/fake-crms/ghl.ts'

let ghl: FakeCrm
let bench: AutopilotBench
beforeAll(async () => {
  ghl = await startFakeGhl()
  const website = (key: string) => `https://${key.replace(':', '-')}.example/`
  bench = await autopilotBench({
    values: (key) => ({ website: website(key) }),
    crms: { ghl: { baseUrl: ghl.url } },
  })
})
afterAll(async () => {
  await bench?.t.close()
  await ghl?.close()
})

it('sends each new lead with its email to the CRM once', async () => {
  const { t } = bench
  const user = await t.account({ credits: 100 })
  const list = await bench.growing(user, 1)
  const access = { crm: 'ghl' as const, token: FAKE_TOKEN, location: FAKE_LOCATION }
  const connection_id = (await t.call(connectCrm, { body: access }, user)).body.data.id
  const waterfall = {
    steps: [{ source: 'emails', max_credits: null }],
    conditions: {
      stop_at: 'any' as const,
      mobile_only: false,
      max_credits_per_lead: null,
      skip_confidence: null,
    },
    version: 0,
  }
  await t.call(saveWaterfall, { params: { want: 'email' }, body: waterfall }, user)
  const steps = [
    { step: 'waterfall' as const, options: { want: 'email' } },
    { step: 'push' as const, options: { connection_id, only_new: true } },
  ]
  const made = { list_id: list.id, every: 'day' as const, at: '09:00', time_zone: 'UTC', steps }
  const { id } = await bench.made(user, made)
  for (const grown of [2, 1]) {
    list.grow(grown)
    bench.later(24)
    const [run] = await bench.settled(user, id)
    expect(run).toMatchObject({
      state: 'finished',
      leads: grown,
      steps: [{ state: 'done' }, { state: 'done' }],
    })
  }
  const emails = [...ghl.contacts.values()].map(({ email }) => email)
  expect(emails).toHaveLength(3)
  expect(new Set(emails).size).toBe(3)
  const pushes = t.app.database.db.selectFrom('run').select('input').where('kind', '=', 'crm')
  expect(
    (await pushes.where('account_id', '=', user.accountId).execute()).map(({ input }) => input),
  ).toMatchObject([
    { onlyNew: true, onlyVerified: false },
    { onlyNew: true, onlyVerified: false },
  ])
})
