import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  billingPortals,
  creditAlert,
  creditRequests,
  decideCreditRequest,
  exportTransactions,
  receivedCreditRequests,
  requestCredits,
  setCreditAlert,
} from '#contract/accounts/billing.ts'
import { userLimits } from '#contract/accounts/wallet.ts'
import { download } from '#contract/core/files.ts'
import { createList } from '#contract/leads/lists.ts'
import { grantIssuedCredits } from '#server/modules/accounts/wallet/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { createFakeSource, keyList } from '#server/testing/fake-source.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ sources: [createFakeSource({ find: keyList, batch: 50 })] })
})
afterAll(() => t.close())

async function search(keywords: string, as: TestUser) {
  const body = { name: keywords, type: 'local' as const, search: { keywords } }
  const made = await t.call(createList, { body }, as)
  return t.finished(made.body.data.run.id, as)
}
const grant = ({ accountId }: TestUser, amount: number) =>
  transaction(t.app.database.db, () =>
    grantIssuedCredits(t.app.ctx, { accountId, amount, reason: 'Top-up', userId: null }),
  )
const mailsOf = async (template: string, recipient: string) => {
  const { rows } = await t.app.database.pool.query(
    'select variables from mail_message where template = $1 and recipient = $2 order by id',
    [template, recipient],
  )
  return rows.map(({ variables }) => variables)
}

describe('the low-credit alert', () => {
  it('sends one mail when the balance drops below, and the next only after it was above', async () => {
    const owner = await t.account({ credits: 100 })
    const low = async () => (await t.call(creditAlert, {}, owner)).body.data.low_since !== null
    const hinted = async () => (await t.call(userLimits, {}, owner)).body.data.low_balance
    await t.call(setCreditAlert, { body: { threshold: 95 } }, owner)
    expect([await low(), await hinted()]).toEqual([false, false])
    await search('0..5', owner)
    expect([await low(), await hinted()]).toEqual([false, false])
    await search('5..10', owner)
    await search('10..20', owner)
    expect([await low(), await hinted()]).toEqual([true, true])
    // Only one mail: the default low-balance mail is off when the account has its own threshold.
    const mails = await mailsOf('notification', owner.email)
    expect(mails).toMatchObject([{ text: '90 credits left, below your alert of 95 credits.' }])
    await grant(owner, 50)
    expect([await low(), await hinted()]).toEqual([false, false])
    await search('20..60', owner)
    await search('60..129', owner)
    const all = await mailsOf('notification', owner.email)
    expect(all.filter(({ title }) => title === 'Credits are low')).toHaveLength(2)
  })

  it('stays silent when the balance was already below, or the alert is off', async () => {
    const owner = await t.account({ credits: 20 })
    await t.call(setCreditAlert, { body: { threshold: 100 } }, owner)
    await search('0..5', owner)
    expect(await mailsOf('notification', owner.email)).toEqual([])
    const off = await t.call(setCreditAlert, { body: { threshold: null } }, owner)
    expect(off.body.data).toEqual({ threshold: null, low_since: null })
  })
})

describe('a request for credits', () => {
  it('reaches the seller, whose decision is shown to the requester and nobody else', async () => {
    const seller = await t.account({ modules: ['leads', 'whitelabel'] })
    const customer = await t.account({ parent: seller })
    const body = { amount: 500, note: 'For May' }
    const made = await t.call(requestCredits, { body }, customer)
    expect([made.status, made.body.data]).toMatchObject([201, { ...body, state: 'open' }])
    expect(await mailsOf('credit-request', seller.email)).toMatchObject([
      { amount: '500', note: 'For May', requester: customer.email },
    ])
    const { id } = made.body.data
    const received = async (user: TestUser) =>
      (await t.call(receivedCreditRequests, {}, user)).body.data.map((item) => [item.id, item.state])
    expect([await received(seller), await received(customer)]).toEqual([[[id, 'open']], []])
    const decide = (user: TestUser) =>
      t.call(decideCreditRequest, { params: { id }, body: { state: 'done' } }, user)
    expect((await decide(customer)).status).toBe(404)
    expect((await decide(await t.account())).status).toBe(404)
    expect((await decide(seller)).body.data.state).toBe('done')
    const own = (await t.call(creditRequests, {}, customer)).body
    expect([own.total, own.data[0]?.state]).toEqual([1, 'done'])
    // Clicked twice, credited once, from the seller's own balance.
    await Promise.all([decide(seller), decide(seller)])
    const available = async (user: TestUser) => (await t.call(userLimits, {}, user)).body.data.available
    expect([await available(customer), await available(seller)]).toEqual([1500, 500])
    const back = await t.call(decideCreditRequest, { params: { id }, body: { state: 'declined' } }, seller)
    expect([back.status, back.error?.code]).toEqual([409, 'conflict'])
    const more = (await t.call(requestCredits, { body: { amount: 501 } }, customer)).body.data
    const tooMuch = { params: { id: more.id }, body: { state: 'done' as const } }
    expect((await t.call(decideCreditRequest, tooMuch, seller)).error?.code).toBe('insufficient_credits')
  })

  it('needs a seller and is limited in number', async () => {
    const first = await t.call(requestCredits, { body: { amount: 1 } }, await t.admin())
    expect([first.status, first.error?.code]).toEqual([409, 'conflict'])
    const owner = await t.account()
    const tries = []
    for (let number = 0; number < 11; number++)
      tries.push((await t.call(requestCredits, { body: { amount: 1 } }, owner)).status)
    expect([new Set(tries.slice(0, 10)), tries[10]]).toEqual([new Set([201]), 429])
  })
})

it('the billing portal says that there is none and whom to contact', async () => {
  const { data } = (await t.call(billingPortals, {}, await t.account())).body
  expect(data).toMatchObject({ type: null, value: null, plan: expect.any(String) })
  expect(data.seller?.email).toBe((await t.admin()).email)
  expect((await t.call(billingPortals, {}, await t.admin())).body.data.seller).toBe(null)
})

describe('the transactions file', () => {
  const fileOf = async (user: TestUser, from: string, to: string) => {
    const { body } = await t.call(exportTransactions, { body: { from, to } }, user)
    const ticket = body.data.url.split('/').at(-1) as string
    return String((await t.call(download, { params: { ticket } })).body)
      .trim()
      .split('\r\n')
  }

  it('has every line of the period with run, list and person, and no others', async () => {
    const owner = await t.account({ credits: 10 })
    await search('0..2', owner)
    await search('0..2', await t.account())
    const { rows } = await t.app.database.pool.query(
      `select to_char(now(), 'YYYY-MM-DD') as day, (select count(*) from ledger where account_id = $1) as lines`,
      [owner.accountId],
    )
    const { day, lines } = rows[0]
    const [head, ...file] = await fileOf(owner, day, day)
    expect(head).toBe('id,at,from,to,credits,reason,run_id,run,list_id,list,person')
    expect(file).toHaveLength(lines)
    const spent = file.filter((line) => line.includes(',reserved,spent,1,'))
    expect(spent).toHaveLength(2)
    expect(spent[0]).toContain(`,0..2,`)
    expect(spent[0]).toContain(owner.email)
    expect(await fileOf(owner, '2020-01-01', '2020-12-31')).toEqual([head])
  })

  it('needs start and end in order', async () => {
    const body = { from: '2026-02-01', to: '2026-01-01' }
    const { error } = await t.call(exportTransactions, { body }, await t.account())
    expect(error?.fields).toEqual({ to: 'The last day must not be before the first' })
  })
})
