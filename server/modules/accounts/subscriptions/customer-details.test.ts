import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPackage } from '#contract/accounts/plans.ts'
import { addAccount, correctCustomer, inviteAgain, subscription } from '#contract/accounts/subscriptions.ts'
import { acceptInvitation, forgotPassword, showInvitation } from '#contract/identity/auth.ts'
import { inviteMember } from '#contract/identity/team.ts'
import { findRealm } from '#server/modules/accounts/accounts/index.ts'
import { addTrustedDomain, createSite } from '#server/modules/branding/sites/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { linkIn, type MailBox, type ReceivedMail, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const HOST = 'leads.owl.example'
let t: TestApp
let box: MailBox
let seller: TestUser
let pack: number
beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url, publicUrl: 'https://app.sample.example' })
  seller = await t.account({ modules: ['leads', 'whitelabel'], credits: 100_000 })
  const site = await createSite(t.app.ctx, {
    account_id: seller.accountId,
    realm_id: await findRealm(t.app.ctx, seller.accountId, 'Owl'),
    name: 'Owl Leads',
  })
  await addTrustedDomain(t.app.ctx, site.id, HOST)
  const terms = { name: 'Pro', credits: 10, modules: ['leads' as const], period: 'month' as const }
  pack = (await t.call(createPackage, { body: terms }, seller)).body.data.id
})
afterAll(async () => {
  await t.close()
  await box.close()
})

let count = 0
async function added() {
  count += 1
  const body = { email: `owner${count}@people.example`, company: `Company ${count}`, package_id: pack }
  const { body: made } = await t.call(addAccount, { body }, seller)
  return { id: made.data.id, email: body.email, mail: await box.waitFor(body.email) }
}
/** The next mail to an address after a call. */
async function mailAfter(email: string, send: () => Promise<{ status: number; error?: unknown }>) {
  const before = box.mails.length
  const answer = await send()
  expect(answer.status, JSON.stringify(answer.error)).toBeLessThan(300)
  return box.waitFor(email, (mail) => box.mails.indexOf(mail) >= before)
}
const tokenIn = (mail: ReceivedMail) =>
  new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token') as string
const onBrand = { headers: { host: HOST } }
const open = (mail: ReceivedMail) => t.call(showInvitation, { body: { token: tokenIn(mail) } }, null, onBrand)
const join = (mail: ReceivedMail) => {
  const body = { token: tokenIn(mail), first_name: 'Ann', password: 'a password of my own' }
  return t.call(acceptInvitation, { body }, null, onBrand)
}
const invite = (id: number, as = seller) => t.call(inviteAgain, { params: { id } }, as)
const correct = (
  id: number,
  body: { company?: string; email?: string; first_name?: string; last_name?: string },
) => t.call(correctCustomer, { params: { id }, body }, seller)
const forgot = (email: string) => t.call(forgotPassword, { body: { email } }, null, onBrand)
const change = (text: string) => sql.raw(text).execute(t.app.database.db)
const WELCOME = 'Welcome to Owl Leads: set your password'

it('welcomes the owner of a new account in the seller’s brand, and names no other', async () => {
  const { id, mail } = await added()
  expect([mail.subject, mail.from.name]).toEqual([WELCOME, 'Owl Leads'])
  expect(mail.text).not.toContain('invites you')
  expect((await open(mail)).body.data.is_first).toBe(true)
  expect((await t.call(subscription, { params: { id } }, seller)).body.data.joined).toBe(false)
})

it('invites again, with a new link, until the owner has joined', async () => {
  const { id, email, mail } = await added()
  const again = await mailAfter(email, () => invite(id))
  expect(again.subject).toBe(WELCOME)
  expect((await open(mail)).error.code).toBe('invalid_code')
  expect((await join(again)).status).toBe(200)
  expect((await t.call(subscription, { params: { id } }, seller)).body.data.joined).toBe(true)
  expect((await invite(id)).status).toBe(409)
  const other = await t.account({ modules: ['leads', 'whitelabel'] })
  expect((await invite(id, other)).status).toBe(404)
})

it('answers a forgotten password of someone who has none yet with a new link, however old the first', async () => {
  const { email, mail } = await added()
  await change(`update invitation set expires_at = now() - interval '90 days' where email = '${email}'`)
  for (const { housekeeping } of t.app.ctx.modules) await housekeeping?.(t.app.ctx).invitations?.()
  const again = await mailAfter(email, () => forgot(email))
  expect(again.subject).toBe(WELCOME)
  expect((await open(mail)).error.code).toBe('invalid_code')
  expect((await join(again)).status).toBe(200)
  expect((await mailAfter(email, () => forgot(email))).subject).toBe('Choose a new password')
})

it('answers a forgotten password of an invited member, but not after the invitation expired', async () => {
  const email = 'member@people.example'
  const member = await t.account()
  await mailAfter(email, () => t.call(inviteMember, { body: { email } }, member))
  const ask = () => t.call(forgotPassword, { body: { email } })
  expect((await mailAfter(email, ask)).subject).toContain('invites you to')
  await change(`update invitation set expires_at = now() - interval '1 day' where email = '${email}'`)
  expect((await mailAfter(email, ask)).subject).toBe('No account with this address')
})

it('says the same to everyone who forgot a password, known, invited or neither', async () => {
  const { email } = await added()
  const [invited, unknown] = [await forgot(email), await forgot('nobody@people.example')]
  expect([invited.status, Object.keys(invited.body.data)]).toEqual([
    unknown.status,
    Object.keys(unknown.body.data),
  ])
  expect((await box.waitFor('nobody@people.example')).subject).toBe('No account with this address')
})

it('corrects the email of an open invitation, whose earlier link no longer works, and writes it down', async () => {
  const { id, mail } = await added()
  const fixed = await mailAfter('right@people.example', () => correct(id, { email: 'Right@people.example' }))
  expect(fixed.subject).toBe(WELCOME)
  expect((await open(mail)).error.code).toBe('invalid_code')
  const shown = (await t.call(subscription, { params: { id } }, seller)).body.data
  expect(shown.email).toBe('right@people.example')
  const { rows } = await sql<{ detail: unknown }>`select detail from audit_entry
    where action = 'account.corrected' and account_id = ${id}`.execute(t.app.database.db)
  expect(JSON.stringify(rows)).toContain('right@people.example')
  // A second customer can't get the same email.
  const taken = await correct((await added()).id, { email: 'right@people.example' })
  expect([taken.status, taken.error.code]).toEqual([409, 'conflict'])
})

it('corrects the company also later, and no longer the email once the owner has joined', async () => {
  const { id, mail } = await added()
  expect((await join(mail)).status).toBe(200)
  expect((await correct(id, { company: 'Better Ltd' })).body.data.company).toBe('Better Ltd')
  expect((await correct(id, { email: 'late@people.example' })).status).toBe(409)
  expect((await correct(id, { company: 'Better Ltd' })).status).toBe(200)
})
