import { afterAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { importAccounts } from '#contract/accounts/subscriptions.ts'
import { createWebhook, resendDelivery, webhookDeliveries } from '#contract/activity/webhooks.ts'
import { transaction } from '#server/platform/db/db.ts'
import { startLocalServer } from '#server/testing/local-server.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { emitCustomerEvent } from './index.ts'

type Body = {
  type: string
  data: { customer: { id: number; name: string; email: string | null } | null; package?: string }
}

let t: TestApp | undefined
afterAll(() => t?.close())
const received: Body[] = []
const of = (id: number) => received.filter(({ data }) => data.customer?.id === id).map(({ type }) => type)

it('notifies a reseller about its own customers, and nobody else', async () => {
  const receiver = await startLocalServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()))
      response.writeHead(204).end()
    })
  })
  t = await testApp({ hostMap: `hook.example=127.0.0.1:${receiver.port}` })
  const reseller = await t.account({ modules: ['leads', 'whitelabel'], credits: 100_000 })
  const other = await t.account({ modules: ['leads', 'whitelabel'] })
  const body = {
    url: 'http://hook.example/in',
    events: ['customer.created', 'customer.subscribed', 'customer.reopened'] as const,
  }
  const hook = await t.call(createWebhook, { body: body as never }, reseller)
  expect(hook.status).toBe(201)
  const customer = await t.account({ parent: reseller })
  const foreign = await t.account({ parent: other })
  await expect.poll(() => of(customer.accountId)).toEqual(['customer.created'])
  const { db } = t.app.database
  const emit = (id: number) =>
    transaction(db, () => emitCustomerEvent(db, id, 'customer.subscribed', { package: 'Pro' }))
  await emit(foreign.accountId)
  await emit(customer.accountId)
  await expect.poll(() => of(customer.accountId)).toEqual(['customer.created', 'customer.subscribed'])
  expect(of(foreign.accountId)).toEqual([])
  expect(received.at(-1)?.data).toEqual({
    customer: { id: customer.accountId, name: expect.any(String), email: customer.email },
    package: 'Pro',
  })
  // The same log and replay as for other webhooks.
  const params = { id: hook.body.data.id }
  const log = (await t.call(webhookDeliveries, { params }, reseller)).body.data
  expect(log.map(({ type }) => type)).toEqual(['customer.subscribed', 'customer.created'])
  expect((await t.call(resendDelivery, { params: { id: log[0]!.id } }, reseller)).status).toBe(202)
  await expect.poll(() => of(customer.accountId).length).toBe(3)

  // Imported accounts are customers like all others.
  const pack = { name: 'Pro', credits: 10, modules: ['leads' as const], period: 'month' as const }
  await t.call(createPackage, { body: pack }, reseller)
  const csv = 'email,company,package\nann@oak.example,Oak,Pro'
  const added = await t.call(importAccounts, { body: { csv } }, reseller)
  expect(added.body.data).toMatchObject({ created: 1, failed: [] })
  const ofOak = () => received.filter(({ data }) => data.customer?.name === 'Oak').map(({ type }) => type)
  await expect.poll(ofOak).toEqual(['customer.created', 'customer.subscribed'])
  // Nobody has joined yet: the email is the one that the account was opened for.
  const emails = received.flatMap(({ data }) => (data.customer?.name === 'Oak' ? data.customer.email : []))
  expect(emails).toEqual(['ann@oak.example', 'ann@oak.example'])
})
