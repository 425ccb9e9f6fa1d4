import { expect } from 'vitest'
import * as rollouts from '#contract/admin/kit-rollouts.ts'
import * as kits from '#contract/admin/kits.ts'
import * as stored from '#contract/admin/stored-kits.ts'
import * as labels from '#contract/leads/labels.ts'
import { workOnRollout } from '#server/modules/admin/kits/rollout-job.ts'
import type { TestUser } from './factories.ts'
import type { TestApp } from './test-app.ts'

type Color = 'gray' | 'red' | 'blue' | 'green'

/**
 * Rolls a kit out, lets some customers change a setting, rolls a newer version out to everyone on the kit and takes it
 * back: what customers changed stays, and in the end every account is as it was, byte for byte.
 */
export async function updateCustomers(
  t: TestApp,
  { customers: count, changed }: { customers: number; changed: number },
): Promise<void> {
  const seller = await t.account({ modules: ['leads', 'whitelabel'] })
  const customers: TestUser[] = []
  for (let at = 0; at < count; at++) customers.push(await t.account({ parent: seller, modules: ['leads'] }))
  const documentOf = (colors: Record<string, Color>) => ({
    kit: 'Agency',
    labels: Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, { color }])),
  })
  const finish = async (id: number) => {
    await workOnRollout(t.app.ctx, { accountId: seller.accountId, rolloutId: id })
    return (await t.call(rollouts.showRollout, { params: { id } }, seller)).body.data
  }
  const listExports = async () => {
    const documents: string[] = []
    for (const one of customers)
      documents.push(JSON.stringify((await t.call(kits.exportKit, {}, one)).body.data))
    return documents
  }
  const colorsOf = async (as: TestUser) =>
    Object.fromEntries(
      (await t.call(labels.labels, {}, as)).body.data.map(({ name, color }) => [name, color]),
    )

  const first = { document: documentOf({ Hot: 'red', Cold: 'blue' }) }
  const params = { id: (await t.call(stored.createKit, { body: first }, seller)).body.data.id }
  const account_ids = customers.map(({ accountId }) => accountId)
  const started = (await t.call(rollouts.rollOutKit, { params, body: { account_ids } }, seller)).body.data
  expect((await finish(started.id)).counts).toMatchObject({ done: count, waiting: 0 })
  for (const customer of customers.slice(0, changed)) {
    const hot = (await t.call(labels.labels, {}, customer)).body.data.find(({ name }) => name === 'Hot')
    const change = { params: { id: hot?.id as number }, body: { color: 'gray' as const } }
    await t.call(labels.changeLabel, change, customer)
  }
  const before = await listExports()

  const second = { document: documentOf({ Hot: 'green', New: 'gray' }) }
  await t.call(stored.addKitVersion, { params, body: second }, seller)
  const { data } = (await t.call(rollouts.rollOutKit, { params, body: { on_kit: true } }, seller)).body
  expect(await finish(data.id)).toMatchObject({ version: 2, state: 'done', counts: { done: count } })
  for (const [at, customer] of customers.entries())
    expect(await colorsOf(customer)).toEqual({ Hot: at < changed ? 'gray' : 'green', New: 'gray' })
  const of = { params: { id: data.id }, query: { limit: 200 } }
  const results = (await t.call(rollouts.rolloutAccounts, of, seller)).body.data
  expect(results.filter(({ kept }) => kept.includes('labels/Hot'))).toHaveLength(changed)
  expect(results.at(-1)).toMatchObject({ outcome: 'done', added: 1, changed: 1, removed: 1, conflicts: 0 })

  const back = (await t.call(rollouts.rollBackRollout, { params: { id: data.id } }, seller)).body.data
  expect((await finish(back.id)).counts).toMatchObject({ done: count })
  expect(await listExports()).toEqual(before)
  const { versions } = (await t.call(stored.showKit, { params }, seller)).body.data
  expect(versions.map(({ number, accounts }) => [number, accounts])).toEqual([
    [2, 0],
    [1, count],
  ])
}
