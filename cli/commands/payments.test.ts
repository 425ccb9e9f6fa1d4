import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestUser } from '#server/testing/factories.ts'
import { type PaymentStory, paymentStory } from '#server/testing/payment-story.ts'
import { runCli } from '../testing/run-cli.ts'

let s: PaymentStory
let origin: string
beforeAll(async () => {
  s = await paymentStory({ now: () => new Date() })
  origin = await s.t.listen()
})
afterAll(() => s.close())

async function cli(user: TestUser, ...line: string[]) {
  const env = { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token }
  const { stdout, stderr, code } = await runCli([...line, '--json'], { env })
  return { code, stderr, json: stdout ? JSON.parse(stdout) : null }
}

it('lists each event once, and compares payments with Stripe', async () => {
  const event = s.stripe.emit('tax.settings.updated', { id: 'tax_1', object: 'tax.settings', _account: '' })
  const { payload, header } = s.stripe.sign(event)
  const send = () =>
    fetch(`${origin}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': header, 'content-type': 'application/json; charset=utf-8' },
      body: payload,
    })
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  const admin = await s.t.admin()
  const listed = await cli(admin, 'payments', 'events')
  expect(listed).toEqual({
    code: 0,
    stderr: '',
    json: [
      { id: event.id, type: event.type, received_at: expect.stringMatching(/^2.*Z$/), outcome: 'ignored' },
    ],
  })
  expect((await cli(s.seller, 'payments', 'events')).json).toEqual([])
  expect((await cli(s.seller, 'payments', 'reconcile')).code).not.toBe(0)
  await s.connect()
  expect(await cli(s.seller, 'payments', 'reconcile')).toMatchObject({
    code: 0,
    json: { checked: 0, repaired: 0, differences: [] },
  })
  expect(await cli(admin, 'payments', 'status')).toMatchObject({
    code: 0,
    json: { stripe: { available: true, is_platform: true }, events: { ignored: 1, failed: 0 } },
  })
  const customer = await s.t.account({ modules: ['leads'] })
  expect((await cli(customer, 'payments', 'events')).code).toBe(3)
})
