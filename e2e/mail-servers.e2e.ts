import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateSite } from '#contract/branding/site.ts'
import { type FakeDns, startFakeDns } from '#server/testing/fake-dns.ts'
import { linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let box: MailBox
let dns: FakeDns
beforeAll(async () => {
  box = await startMailBox()
  dns = await startFakeDns()
  t = await testApp({ dnsServers: dns.address, hostMap: `smtp.fox.example=127.0.0.1:${box.port}` })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await Promise.all([box?.close(), dns?.close()])
})

it('a reseller sets up a mail server, tests it, edits a template, and a customer receives it', async () => {
  const reseller = await t.account({ modules: ['leads', 'whitelabel'] })
  await t.call(updateSite, { body: { name: 'Fox Leads' } }, reseller)
  const { page, faults, close } = await openPage(url, { as: reseller })
  await page.goto('/whitelabel/smtp')
  await page.getByLabel('Host').fill('smtp.fox.example')
  await page.getByRole('combobox', { name: 'Encryption' }).click()
  await page.getByRole('option', { name: 'None' }).click()
  await page.getByRole('textbox', { name: 'User' }).fill('mailer')
  await page.getByRole('textbox', { name: 'Password' }).fill('mail password 123')
  await page.getByLabel('From address').fill('hello@fox.example')
  await page.getByRole('button', { name: 'Save mail server' }).click()
  await page.getByText('Emails are sent by your mail server from hello@fox.example.').waitFor()
  await page.getByLabel('Send to').fill('me@people.example')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText('The mail server accepted the email').waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Domain' }).click()
  await page.getByRole('button', { name: 'Create DKIM key' }).click()
  await page.getByText('Waiting for DNS').waitFor()
  await page.getByRole('button', { name: 'Check DNS' }).click()
  await page.getByText(/Publish the TXT record m\d{8}/).waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Bounces' }).click()
  await page.getByRole('button', { name: /^Mailgun/ }).click()
  await page.getByText(/\/webhooks\/mail\/mailgun\//).waitFor()
  await page.getByLabel('HTTP webhook signing key').fill('key-0123456789abcdef0123456789abcdef')
  await page.getByRole('button', { name: 'Save Mailgun webhook' }).click()
  await page.getByText('Waiting for the first event').waitFor()
  await expectAccessible(page)

  await visit(page, '/whitelabel/email-templates')
  await page.getByRole('link', { name: 'Password reset', exact: true }).click()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('A new password from the fox')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('Email template saved').waitFor()
  await page.getByRole('button', { name: 'Versions' }).waitFor()
  await page.frameLocator('iframe').getByText('123456').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await page.getByText(`Test sent to ${reseller.email}`).waitFor()
  const mail = await box.waitFor(reseller.email)
  expect([mail.subject, mail.from]).toEqual([
    'A new password from the fox',
    { name: 'Fox Leads', address: 'hello@fox.example' },
  ])
  expect(linkIn(mail)).toMatch(/^https?:/)
  // The sandboxed preview runs no scripts, which includes the test's own.
  expect(faults.filter((fault) => !fault.includes('sandboxed'))).toEqual([])
  await close()
})
