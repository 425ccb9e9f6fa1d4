import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { addAccount, changeSubscription } from '#contract/accounts/subscriptions.ts'
import {
  exportSubscriptionReport,
  reportSchedule,
  setReportSchedule,
  subscriptionReport,
} from '#contract/admin/statistics/subscription-report.ts'
import { setStaffRole } from '#contract/identity/staff.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { sendDueReports } from './show-reports.ts'

let t: TestApp
let box: MailBox
let admin: TestUser
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  admin = await t.admin()
})
afterAll(async () => {
  await t.close()
  await box.close()
})

async function sell(
  seller: TestUser,
  email: string,
  price_minor: number,
  period: 'month' | 'year',
  trial_days = 0,
) {
  const terms = { name: email, credits: 0, modules: ['leads' as const], period, publish: true }
  const price = price_minor > 0 ? { price_minor, currency: 'USD' as const } : {}
  const { data } = (await t.call(createPackage, { body: { ...terms, ...price } }, seller)).body
  const body = { email, company: email, package_id: data.id, trial_days }
  return (await t.call(addAccount, { body }, seller)).body.data.id
}
const report = async (query: object = {}) => (await t.call(subscriptionReport, { query }, admin)).body.data

it("counts the platform's sales, not those of resellers", async () => {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  await sell(admin, 'a@one.example', 1000, 'month')
  const lost = await sell(admin, 'b@two.example', 12_000, 'year')
  await sell(admin, 'c@three.example', 500, 'month', 14)
  await sell(admin, 'd@four.example', 0, 'month')
  await sell(reseller, 'e@five.example', 700, 'month')
  const before = await report()
  expect(before.months).toHaveLength(12)
  expect(before.months.at(-1)).toMatchObject({
    new: 2,
    churned: 0,
    active: 2,
    trials: 1,
    converted: 0,
    mrr: { USD: 2000 },
  })
  expect(before.now).toEqual({ active: 2, trialing: 1, past_due: 0, paused: 0, cancelling: 0 })
  await t.call(changeSubscription, { params: { id: lost }, body: { action: 'cancel', when: 'now' } }, admin)
  const after = await report({ months: 2 })
  expect(after.months.at(-1)).toMatchObject({ churned: 1, active: 1, mrr: { USD: 1000 } })
  expect(after.cohorts).toEqual([{ month: after.months[1]?.month, size: 2, kept: [1] }])
  expect((await report({ account_id: reseller.accountId })).months.at(-1)?.mrr).toEqual({ USD: 700 })
  expect((await t.call(subscriptionReport, { query: { account_id: 999_999 } }, admin)).status).toBe(404)
  const { data } = (await t.call(exportSubscriptionReport, { body: { months: 1 } }, admin)).body
  const lines = (await (await fetch((await t.listen()) + data.url)).text()).split('\r\n')
  expect(lines[0]).toBe('month,new,churned,churn_rate,active,trials,converted,currency,mrr')
  expect(lines[1]).toMatch(/^\d{4}-\d\d,2,1,,1,1,0,USD,1000$/)
})

it('the report of the platform is for owners and finance, and is emailed weekly to those who still have access', async () => {
  const [finance, support] = [await t.member(admin), await t.member(admin)]
  const role = (user: TestUser, staff_role: 'finance' | 'support') =>
    t.call(setStaffRole, { params: { id: user.id }, body: { staff_role } }, admin)
  await role(finance, 'finance')
  await role(support, 'finance')
  for (const user of [finance, support])
    expect((await t.call(setReportSchedule, { body: { frequency: 'weekly' } }, user)).status).toBe(200)
  expect((await t.call(reportSchedule, {}, finance)).body.data).toEqual({ frequency: 'weekly' })
  await role(support, 'support')
  expect((await t.call(subscriptionReport, {}, support)).status).toBe(403)
  const { db } = t.app.database
  const sent = async () =>
    (
      await db
        .selectFrom('mail_message')
        .select('recipient')
        .where('template', '=', 'subscription-report')
        .execute()
    ).map(({ recipient }) => recipient)
  await sendDueReports(t.app.ctx)
  expect(await sent()).toEqual([])
  await sql`update report_schedule set sent_for = sent_for - 7`.execute(db)
  await Promise.all([sendDueReports(t.app.ctx), sendDueReports(t.app.ctx)])
  expect(await sent()).toEqual([finance.email])
  const mail = await box.waitFor(finance.email)
  expect(mail.text).toContain('New subscriptions: 2')
  await t.call(setReportSchedule, { body: { frequency: 'never' } }, finance)
  expect((await t.call(reportSchedule, {}, finance)).body.data).toEqual({ frequency: 'never' })
})
