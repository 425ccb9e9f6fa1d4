import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedList } from '#server/testing/seed-leads.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { startReceiver, verified } from '#server/testing/webhook-receiver.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await sharedWebApp()
  origin = await t.listen()
})
afterAll(() => t.close())

it('adds, tests, shows, resends, rotates and deletes a webhook', async () => {
  const user = await t.account()
  const receiver = await startReceiver(t)
  const cli = async (...line: string[]) => {
    const { stdout, stderr, code } = await runCli([...line, '--json'], {
      env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: user.token },
    })
    return { code, stderr, json: stdout ? JSON.parse(stdout) : null }
  }
  const list = await seedList(t, user)
  const where = ['--url', 'https://hook.example/in', '--events', 'lead.added,lead.deleted']
  const created = await cli('webhooks', 'create', ...where, '--list', String(list.id))
  expect(created).toMatchObject({
    code: 0,
    json: { id: expect.any(Number), secret: expect.stringMatching(/^whsec_/) },
  })
  const id = String(created.json.id)
  const sent = await cli('webhooks', 'test', id, '--event', 'lead.deleted')
  expect(sent.json).toMatchObject({ type: 'lead.deleted', state: 'waiting', test: true })
  await receiver.dispatcher.deliverDue()
  expect(verified(created.json.secret, receiver.received[0]!)).toMatchObject({
    type: 'lead.deleted',
    test: true,
  })
  expect((await cli('webhooks', 'list')).json.data).toMatchObject([
    { id: created.json.id, active: true, last_delivery: { state: 'succeeded' } },
  ])
  const log = await cli('webhooks', 'deliveries', id, '--state', 'succeeded')
  expect(log.json).toMatchObject({ total: 1, data: [{ id: sent.json.id, status: 204 }] })
  expect((await cli('webhooks', 'resend', String(sent.json.id))).json).toMatchObject({ state: 'waiting' })
  await receiver.dispatcher.deliverDue()
  expect(receiver.received[1]!.id).toBe(receiver.received[0]!.id)
  const rotated = await cli('webhooks', 'rotate', id)
  expect(rotated.json.secret).not.toBe(created.json.secret)
  expect((await cli('webhooks', 'delete', id)).json).toEqual({ id: created.json.id })
  expect((await cli('webhooks', 'list')).json.data).toEqual([])
})

it('explains errors of a command line', async () => {
  for (const line of [
    ['webhooks', 'create', '--url', 'https://hook.example/'],
    ['webhooks', 'create', '--events', 'lead.added'],
    ['webhooks', 'create', '--url', 'https://hook.example/', '--events', 'lead.eaten'],
  ]) {
    const { code, stderr } = await runCli(line, { env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: 'x' } })
    expect([line.join(' '), code]).toEqual([line.join(' '), 2])
    expect(stderr).not.toBe('')
  }
})
