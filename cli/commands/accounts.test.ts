import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlanOfAccount } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli } from '../testing/run-cli.ts'

let t: TestApp
let admin: TestUser
let origin: string
beforeAll(async () => {
  t = await testApp()
  admin = await t.admin()
  origin = await t.listen()
})
afterAll(() => t.close())

const cli = async (...line: string[]) => {
  const { stdout, stderr, code } = await runCli([...line, '--json'], {
    env: { LEADWRIGHT_URL: origin, LEADWRIGHT_TOKEN: admin.token },
  })
  return { code, json: JSON.parse(stdout || stderr) }
}

it('adds accounts for the caller and for a reseller below, lists them and shows one', async () => {
  const seller = await t.account({ modules: ['leads', 'whitelabel'] })
  const plan = (ownerAccountId: number | null) =>
    createPlanOfAccount(t.app.ctx, { name: 'Solo', modules: ['leads'], freeCredits: 30, ownerAccountId })
  const [own, sold] = [await plan(null), await plan(seller.accountId)]
  const created = await cli(
    'accounts',
    'create',
    '--email',
    'ann@acme.example',
    '--company',
    'Acme',
    '--package',
    String(own.plan_id),
  )
  expect(created).toEqual({ code: 0, json: { account_id: expect.any(Number) } })
  const id = created.json.account_id
  const acme = {
    id,
    company: 'Acme',
    state: 'active',
    access: 'full',
    package: 'Solo',
    credits: { available: 30, reserved: 0, spent: 0 },
  }
  expect((await cli('accounts', 'show', String(id))).json).toEqual(acme)
  const list = await cli('accounts', 'list', '--search', 'acme')
  expect(list.json).toEqual({ data: [acme], total: 1 })

  const reseller = ['--account', String(seller.accountId)]
  const line = [
    'accounts',
    'create',
    '--email',
    'bo@oak.example',
    '--company',
    'Oak',
    ...reseller,
    '--package',
  ]
  const refused = await cli(...line, String(own.plan_id))
  expect([refused.code, refused.json.error.fields.package_id]).toEqual([
    2,
    'Choose one of the seller’s own packages',
  ])
  const oak = await cli(...line, String(sold.plan_id), '--credits', '5')
  const below = await cli('accounts', 'list', ...reseller)
  expect(below.json.data).toEqual([
    expect.objectContaining({ id: oak.json.account_id, credits: { available: 35, reserved: 0, spent: 0 } }),
  ])
  const twice = await cli(...line, String(sold.plan_id))
  expect(twice.json.error.code).toBe('conflict')
})

it('changes every setting of the caller’s account, and nothing else', async () => {
  const before = (await cli('account', 'set', '--name', 'Oak and Sons')).json
  const changed = await cli('account', 'set', '--time-zone', 'Europe/Oslo')
  expect(changed).toEqual({ code: 0, json: { ...before, name: 'Oak and Sons', time_zone: 'Europe/Oslo' } })
  const refused = await cli('account', 'set', '--time-zone', 'Mars/Olympus')
  expect([refused.code, Object.keys(refused.json.error.fields)]).toEqual([2, ['time_zone']])
})
