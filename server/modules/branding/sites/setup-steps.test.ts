import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { createReseller } from '#contract/accounts/resellers.ts'
import { setupSteps } from '#contract/branding/site.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let box: MailBox
let seller: TestUser
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ roles: ['web', 'worker'], smtpUrl: box.url, publicUrl: 'https://app.sample.example' })
  const admin = await t.admin()
  seller = await t.account({ modules: ['leads'] })
  const body = {
    owner_email: seller.email,
    invite_owner: false,
    brand_name: 'Fox Leads',
    domain: 'leads.fox.example',
    modules: ['leads' as const],
    sign_up: true,
  }
  const made = await t.call(createReseller, { body }, admin)
  expect(made.status, JSON.stringify(made.error)).toBe(201)
})
afterAll(async () => {
  await t.close()
  await box.close()
})

const missing = async (key: string) => {
  const { data } = (await t.call(setupSteps, {}, seller)).body
  return data.find((step) => step.key === key)?.missing
}

it('a package counts once the reseller has made one, not the one of registrations', async () => {
  expect(await missing('package')).toBe('Create a package')
  const draft = await t.call(createPackage, { body: { name: 'Draft', publish: false } }, seller)
  expect([draft.status, await missing('package')]).toEqual([201, 'Create a package'])
  await t.call(createPackage, { body: { name: 'Guests' } }, seller)
  expect(await missing('package')).toBeNull()
})

it('mail counts once it has left under the reseller’s name', async () => {
  const SENDER = 'Connect your mail server, or choose a sender address under Business Account'
  const FIRST = 'Done with the first email that a customer of yours gets'
  const send = async (siteId: number | null, to: string) => {
    const variables = { first_name: 'Bea', when: '2026-11-01T00:00:00.000Z' }
    const mail = { siteId, to, template: 'test' as const, variables, secrets: {} }
    await transaction(t.app.database.db, () => sendMail(t.app.ctx, mail))
    await box.waitFor(to)
  }
  expect(await missing('mail')).toBe(SENDER)
  const site = await t.app.database.db
    .updateTable('site')
    .set({ mail_from: 'hello@leads.fox.example' })
    .where('account_id', '=', seller.accountId)
    .returning('id')
    .executeTakeFirstOrThrow()
  // The platform's own mail is not the reseller's.
  await send(null, 'one@people.example')
  expect(await missing('mail')).toBe(FIRST)
  await send(site.id, 'two@people.example')
  await expect.poll(() => missing('mail')).toBeNull()
})
