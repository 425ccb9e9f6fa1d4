import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { resumeSending } from '#contract/branding/mail-bounces.ts'
import {
  type MailServer,
  removeMailServer,
  saveMailServer,
  testMailServer,
} from '#contract/branding/mail-server.ts'
import { fakeServer } from '#web/testing/fake-server.ts'
import { expectAccessible, show } from '#web/testing/show.tsx'
import { ServerTab } from './server-tab.tsx'

const NONE: MailServer = {
  account_id: 12,
  is_platform: false,
  host: null,
  port: null,
  security: null,
  username: null,
  has_password: false,
  from_address: null,
  reply_to: null,
  fallback: false,
  return_domain: null,
  sends_by: 'platform',
  sends_from: 'mail@platform.example',
  dkim: [],
  paused_at: null,
  updated_at: null,
}
const OWN: MailServer = {
  ...NONE,
  host: 'smtp.fox.example',
  port: 587,
  security: 'starttls',
  username: 'fox',
  has_password: true,
  from_address: 'hello@fox.example',
  sends_by: 'own',
  sends_from: 'hello@fox.example',
}
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = page.getByRole('button', { name: 'Save mail server' })

test('a mail server is saved; a choice of TLS sets its port', async () => {
  const server = fakeServer().answer(saveMailServer, { data: OWN, message: 'Saved' })
  await show(<ServerTab server={NONE} />)
  await expect.element(page.getByText(/platform’s mail server from mail@platform\.example/)).toBeVisible()
  await expect.element(save).toBeDisabled()
  await field('Host').fill('smtp.fox.example')
  await save.click()
  await expect.element(field('From address')).toHaveAttribute('aria-invalid', 'true')
  expect(server.sentTo(saveMailServer)).toEqual([])
  await field('From address').fill('hello@fox.example')
  await page.getByLabelText('Encryption').first().click()
  await page.getByRole('option', { name: 'TLS', exact: true }).click()
  await expect.element(field('Port')).toHaveValue('465')
  await expect.element(page.getByLabelText('Password')).toBeDisabled()
  await field('User').fill('fox')
  await page.getByLabelText('Password').fill('secret')
  await expectAccessible()
  await save.click()
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  expect(server.sentTo(saveMailServer).map(({ body }) => body)).toEqual([
    {
      host: 'smtp.fox.example',
      port: 465,
      security: 'tls',
      username: 'fox',
      password: 'secret',
      from_address: 'hello@fox.example',
      reply_to: null,
      fallback: false,
      return_domain: null,
    },
  ])
})

test('a saved password is not sent again, and a refusal is shown at its field', async () => {
  const fields = { host: 'This host is not on the public internet' }
  const server = fakeServer()
  server.refuse(saveMailServer, { code: 'validation_failed', message: 'Please check.', fields })
  await show(<ServerTab server={OWN} />)
  await field('Host').fill('smtp2.fox.example')
  await save.click()
  await expect.element(page.getByText(fields.host)).toBeVisible()
  await expect.element(field('Host')).toHaveFocus()
  expect(server.sentTo(saveMailServer)[0]?.body).not.toHaveProperty('password')
})

test('a test shows the mail server’s own reply, good or bad', async () => {
  const reply = (accepted: boolean, text: string) => ({
    data: { accepted, signed: accepted, reply: text, replies: ['220 ready'] },
  })
  const server = fakeServer().answer(testMailServer, reply(false, '535 wrong password') as never)
  await show(<ServerTab server={OWN} />)
  await field('Send to').fill('ann@sample.example')
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect.element(page.getByText('The test wasn’t sent')).toBeVisible()
  await expect.element(page.getByText('535 wrong password')).toBeVisible()
  server.answer(testMailServer, reply(true, '250 queued') as never)
  await page.getByRole('button', { name: 'Send test email' }).click()
  await expect.element(page.getByText('The mail server accepted the email, signed with DKIM')).toBeVisible()
  expect(server.sentTo(testMailServer).map(({ body }) => body)).toEqual(
    Array(2).fill({ to: 'ann@sample.example' }),
  )
})

test('only an own mail server can be removed, after a question', async () => {
  const server = fakeServer().refuse(removeMailServer, { code: 'conflict', message: 'Emails are being sent' })
  await show(<ServerTab server={OWN} />)
  const remove = page.getByRole('button', { name: 'Remove mail server' })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove mail server' }).click()
  await expect.element(page.getByRole('dialog').getByText('Emails are being sent')).toBeVisible()
  expect(server.sentTo(removeMailServer)).toHaveLength(1)
})

test('paused sending is resumed', async () => {
  const server = fakeServer().answer(resumeSending, {
    success: true,
    message: 'Emails are sent again',
  } as never)
  await show(<ServerTab server={{ ...NONE, sends_by: 'log', paused_at: '2026-01-02T03:04:05Z' }} />)
  await expect.element(page.getByText('No emails are being sent')).toBeVisible()
  expect(page.getByRole('button', { name: 'Remove mail server' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Resume sending' }).click()
  await expect.element(page.getByText('Emails are sent again')).toBeVisible()
  expect(server.sentTo(resumeSending)).toHaveLength(1)
})
