import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as plans from '#contract/accounts/plans.ts'
import { changeSubscription } from '#contract/accounts/subscriptions.ts'
import { notifications } from '#contract/activity/notifications.ts'
import * as rollouts from '#contract/admin/kit-rollouts.ts'
import * as api from '#contract/admin/stored-kits.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import { createAccount, createUser, subscribeToPlan } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { workOnRollout } from './rollout-job.ts'
import { listWaitingForPerson } from './rollouts-store.ts'

let t: TestApp
let seller: TestUser
let kitId: number
beforeAll(async () => {
  t = await testApp({ roles: ['web'] })
})
afterAll(() => t.close())
beforeEach(async () => {
  seller = await t.account({ modules: ['leads', 'ai_suggest', 'whitelabel'] })
  const document = { kit: 'Start', labels: { Hot: { color: 'red' as const } } }
  kitId = (await t.call(api.createKit, { body: { document } }, seller)).body.data.id
})

const makePackage = async (body: Partial<CallInput<typeof plans.createPackage>['body']> = {}) =>
  (await t.call(plans.createPackage, { body: { name: 'Big', kit_id: kitId, ...body } }, seller)).body.data.id
const showPackage = async (id: number) =>
  (await t.call(plans.showPackage, { params: { id } }, seller)).body.data

/** A customer of a package, without people. */
async function openCustomer(planId: number): Promise<number> {
  const planVersionId = (await showPackage(planId)).versions[0]!.id
  const input = { parentId: seller.accountId, name: 'Fox', planVersionId }
  return (await createAccount(t.app.ctx, input)).id
}
let people = 0
const addPerson = (accountId: number) => {
  people += 1
  return createUser(t.app.ctx, accountId, { email: `person${people}@fox.example` })
}
const sentJobs = async () =>
  (
    await sql<{ data: { accountId: number; rolloutId: number } }>`select data from pgboss.job
      where name = 'kits.roll-out' and data ->> 'accountId' = ${String(seller.accountId)}`.execute(
      t.app.database.db,
    )
  ).rows.map(({ data }) => data)
const labelsOf = async (accountId: number) =>
  (
    await sql<{ name: string }>`select name from label where account_id = ${accountId}`.execute(
      t.app.database.db,
    )
  ).rows.map(({ name }) => name)

describe('a package that names a kit', () => {
  it('gives its newest version to a new account, once its first person is there', async () => {
    const customer = await openCustomer(await makePackage())
    expect(await sentJobs()).toEqual([])
    const [waiting] = await listWaitingForPerson(t.app.database.db, customer)
    await workOnRollout(t.app.ctx, waiting!)
    expect(await labelsOf(customer)).toEqual([])

    await addPerson(customer)
    const [job] = await sentJobs()
    expect(job).toEqual(waiting)
    await workOnRollout(t.app.ctx, job!)
    expect(await labelsOf(customer)).toEqual(['Hot'])
    const { body } = await t.call(api.kitAccounts, { params: { id: kitId } }, seller)
    expect(body.data).toMatchObject([{ account_id: customer, version: 1 }])
    // It is no roll-out that someone started.
    expect((await t.call(rollouts.kitRollouts, {}, seller)).body.total).toBe(0)
    await addPerson(customer)
    expect(await sentJobs()).toHaveLength(1)
  })

  it('does so although it never lets its seller log in', async () => {
    const customer = await openCustomer(await makePackage({ log_in_as: 'never' }))
    await addPerson(customer)
    await workOnRollout(t.app.ctx, (await sentJobs())[0]!)
    expect(await labelsOf(customer)).toEqual(['Hot'])
  })

  it('opens the account and tells the seller when the kit can’t be applied', async () => {
    const document = { kit: 'Start', training_texts: { Text: { html: '<p>We sell</p>' } } }
    await t.call(api.addKitVersion, { params: { id: kitId }, body: { document } }, seller)
    const customer = await openCustomer(await makePackage({ modules: ['leads'] }))
    await addPerson(customer)
    await workOnRollout(t.app.ctx, (await sentJobs())[0]!)
    const { data } = (await t.call(notifications, {}, seller)).body
    expect(data).toMatchObject([{ kind: 'kit_refused', title: 'Fox didn’t get the kit Start' }])
    expect(data[0]?.text).toContain('The account’s package has no')
  })

  it('is changed at once, without a draft, and gives nothing to those who are there', async () => {
    const id = await makePackage({ kit_id: null })
    const customer = await openCustomer(id)
    const changed = await t.call(plans.updatePackage, { params: { id }, body: { kit_id: kitId } }, seller)
    expect(changed.body.data).toMatchObject({ kit_id: kitId, versions: [{ state: 'published' }] })
    await addPerson(customer)
    expect(await sentJobs()).toEqual([])
    const body = { package_id: id }
    const preview = await t.call(rollouts.previewRollout, { params: { id: kitId }, body }, seller)
    expect(preview.body.data).toMatchObject([{ account_id: customer, counts: { added: 1 } }])
  })
})

describe('an account that changes to a package with a kit', () => {
  const offers = async (as = seller) =>
    (await t.call(notifications, {}, as)).body.data.filter(({ kind }) => kind === 'kit_offered')
  const changeTo = async (customer: number, package_id: number) => {
    const body = { action: 'change_package' as const, package_id }
    expect((await t.call(changeSubscription, { params: { id: customer }, body }, seller)).status).toBe(200)
  }
  async function openOnPlain() {
    const customer = await openCustomer(await makePackage({ name: 'Plain', kit_id: null }))
    await addPerson(customer)
    return customer
  }

  it('keeps its settings, and its seller is offered a dry run', async () => {
    const customer = await openOnPlain()
    const big = await makePackage()
    expect(await offers()).toEqual([])
    await changeTo(customer, big)
    expect(await offers()).toMatchObject([
      {
        title: 'Roll the kit Start out to Fox?',
        link: `/whitelabel/kits/${kitId}/roll-out?account=${customer}`,
      },
    ])
    expect([await sentJobs(), await labelsOf(customer)]).toEqual([[], []])
  })

  it('is offered to nobody where the account has the kit, and again after it was rolled back', async () => {
    const customer = await openOnPlain()
    const started = await t.call(
      rollouts.rollOutKit,
      { params: { id: kitId }, body: { account_ids: [customer] } },
      seller,
    )
    const big = await makePackage()
    await changeTo(customer, big)
    // It is on its way.
    expect(await offers()).toEqual([])
    const rolloutId = started.body.data.id
    await workOnRollout(t.app.ctx, { accountId: seller.accountId, rolloutId })
    const bigger = await makePackage({ name: 'Bigger' })
    await changeTo(customer, bigger)
    expect(await offers()).toEqual([])
    const back = await t.call(rollouts.rollBackRollout, { params: { id: rolloutId } }, seller)
    await workOnRollout(t.app.ctx, { accountId: seller.accountId, rolloutId: back.body.data.id })
    await changeTo(customer, big)
    expect(await offers()).toHaveLength(1)
  })

  it('is offered to nobody as a new account, which gets the kit by itself', async () => {
    const id = await makePackage()
    const customer = await openCustomer(id)
    // As the first payment does.
    await subscribeToPlan(t.app.ctx, customer, (await showPackage(id)).versions[0]!.id)
    expect(await offers()).toEqual([])
    await addPerson(customer)
    expect(await offers()).toEqual([])
  })
})

it('a document is compared with all customers of a package, and nothing is kept', async () => {
  const id = await makePackage({ kit_id: null })
  const customer = await openCustomer(id)
  await addPerson(customer)
  const document = { kit: 'Other', labels: { Cold: {} } }
  const call = (as: TestUser) => t.call(rollouts.previewDocument, { body: { document, package_id: id } }, as)
  expect((await call(seller)).body.data).toMatchObject([
    { account_id: customer, names: { added: ['labels/Cold'] } },
  ])
  expect((await t.call(api.kits, {}, seller)).body.total).toBe(1)
  expect((await call(await t.account({ modules: ['leads', 'whitelabel'] }))).status).toBe(404)
})
