import { beforeAll, describe, expect, it } from 'vitest'
import { kitTargets } from '#contract/admin/kit-rollouts.ts'
import { diffKit } from '#contract/admin/kits.ts'
import type { CallInput } from '#contract/core/endpoint.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { sharedWebApp } from '#server/testing/shared-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let t: TestApp
let seller: TestUser
let reseller: TestUser
beforeAll(async () => {
  t = await sharedWebApp()
  seller = await t.account({ modules: ['leads', 'whitelabel'] })
  reseller = await t.account({ parent: seller, modules: ['leads', 'whitelabel'] })
})

type Query = CallInput<typeof kitTargets>['query']
const listFor = async (as: TestUser, query: Query = {}) => (await t.call(kitTargets, { query }, as)).body
const idsFor = async (as: TestUser, query: Query = {}) =>
  (await listFor(as, query)).data.map(({ account_id }) => account_id)
const mayChange = async (as: TestUser, account_id: number) =>
  (await t.call(diffKit, { query: { account_id }, body: { document: { kit: 'A' } } }, as)).status === 200
const query = (text: string, values: unknown[]) => t.app.database.pool.query(text, values)
const setPlan = (of: TestUser, rule: string) =>
  query(
    `update plan_version set log_in_as = $2
      where id = (select plan_version_id from subscription where account_id = $1 and is_current)`,
    [of.accountId, rule],
  )
const refuse = (of: TestUser) => query('update app_user set refuses_acting = true where id = $1', [of.id])

describe('accounts that a kit can be rolled out to', () => {
  it('are those below, by seller, and found by the seller’s name', async () => {
    const own = await t.account({ parent: seller })
    const below = await t.account({ parent: reseller })
    await query('update account set name = $2 where id = $1', [reseller.accountId, 'Zebra Studio'])
    await query('update account set name = $2 where id = $1', [own.accountId, 'Alpha'])
    const { data, total, sellers } = await listFor(seller)
    expect(data.map(({ account_id }) => account_id)).toEqual([
      own.accountId,
      reseller.accountId,
      below.accountId,
    ])
    expect(total).toBe(3)
    expect(sellers).toMatchObject([
      { id: seller.accountId, accounts: 2 },
      { id: reseller.accountId, name: 'Zebra Studio', accounts: 1 },
    ])
    expect(data[2]).toMatchObject({ email: below.email, seller: { id: reseller.accountId } })
    // Zebra Studio itself, and its customer.
    expect(await idsFor(seller, { search: 'zebra' })).toEqual([reseller.accountId, below.accountId])
    expect(await idsFor(seller, { seller_id: reseller.accountId })).toEqual([below.accountId])
    expect(await idsFor(seller, { search: below.email })).toEqual([below.accountId])
    expect(await idsFor(seller, { account_id: own.accountId })).toEqual([own.accountId])
    expect(await idsFor(reseller)).toEqual([below.accountId])
    expect(await idsFor(await t.account({ modules: ['leads', 'whitelabel'] }))).toEqual([])
  })

  it.each<[string, boolean, (of: TestUser) => Promise<unknown>]>([
    ['a package that leaves it to the person', true, (of) => setPlan(of, 'unless_refused')],
    ['a package that refuses', false, (of) => setPlan(of, 'never')],
    ['an owner who refuses', false, refuse],
    [
      'an owner who refuses, whose package allows it',
      true,
      async (of) => [await setPlan(of, 'always'), await refuse(of)],
    ],
    [
      'an account that is closed',
      false,
      (of) => query('update account set closed_at = now(), delete_at = now() where id = $1', [of.accountId]),
    ],
    [
      'an owner who is suspended',
      false,
      (of) => query("update app_user set state = 'suspended' where id = $1", [of.id]),
    ],
  ])('are those that may be changed: %s', async (_case, expected, change) => {
    const top = await t.account({ modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: top })
    await change(customer)
    expect([await idsFor(top), await mayChange(top, customer.accountId)]).toEqual([
      expected ? [customer.accountId] : [],
      expected,
    ])
  })

  it('are for administrators also those whose package refuses sellers', async () => {
    const customer = await t.account()
    await setPlan(customer, 'never')
    const admin = await t.admin()
    expect(await idsFor(admin, { account_id: customer.accountId })).toEqual([customer.accountId])
    expect(await mayChange(admin, customer.accountId)).toBe(true)
  })
})
