import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  liftMailSuppression,
  type MailSuppression,
  mailSuppressions,
} from '#contract/branding/mail-bounces.ts'
import { fakeServer, pageOf } from '#web/testing/fake-server.ts'
import { show } from '#web/testing/show.tsx'
import { Suppressed } from './suppressed.tsx'

const row = (address: string, reason: MailSuppression['reason']): MailSuppression =>
  ({ address, reason, category: 'all', created_at: '2026-01-02T03:04:05Z' }) as MailSuppression
const ROWS = [row('ann@sample.example', 'bounced'), row('bo@sample.example', 'unsubscribed')]
const menuOf = (address: string) => page.getByRole('button', { name: `Actions for ${address}` })
const allow = page.getByRole('menuitem', { name: 'Allow emails' })
const dialog = page.getByRole('dialog')

test('an address that bounced is allowed again after a question, which shows why it failed', async () => {
  const server = fakeServer().answer(mailSuppressions, pageOf(ROWS))
  server.refuse(liftMailSuppression, { code: 'not_found', message: 'This address is no longer suppressed' })
  await show(<Suppressed />)
  await menuOf('ann@sample.example').click()
  await allow.click()
  await dialog.getByRole('button', { name: 'Allow emails' }).click()
  await expect.element(dialog.getByText('This address is no longer suppressed')).toBeVisible()
  expect(server.sentTo(liftMailSuppression).map(({ body }) => body)).toEqual([
    { address: 'ann@sample.example' },
  ])
})

test('nobody can subscribe a person who unsubscribed', async () => {
  fakeServer().answer(mailSuppressions, pageOf(ROWS))
  await show(<Suppressed />)
  await menuOf('bo@sample.example').click()
  await expect.element(allow).toHaveAttribute('aria-disabled', 'true')
  await allow.click({ force: true })
  expect(dialog.elements()).toEqual([])
})

test('addresses are filtered by reason', async () => {
  const server = fakeServer().answer(mailSuppressions, pageOf(ROWS))
  await show(<Suppressed />)
  await page.getByRole('combobox', { name: 'Reason' }).selectOptions('Marked as spam')
  await expect
    .poll(() => server.sentTo(mailSuppressions).at(-1)?.query)
    .toMatchObject({ reason: 'complained' })
})
