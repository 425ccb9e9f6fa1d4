import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWebhook } from '#contract/activity/webhooks.ts'
import { logAppError } from '#contract/core/system.ts'
import { createList } from '#contract/leads/lists.ts'
import { startAccountExport } from '#contract/privacy/account-export.ts'
import { updateUser } from '#server/modules/accounts/accounts/index.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string
let user: TestUser
beforeAll(async () => {
  // Without a worker, runs and jobs keep their state until the test changes it.
  t = await testApp({ roles: ['web'] })
  url = await listen(t)
  user = await t.account({ credits: 50 })
  const err = 'TypeError: x\n    at read (https://a.example/src/read.ts:3:1)'
  for (const message of ['TypeError: list of ann@c.example', 'TypeError: list of bob@c.example'])
    await t.call(logAppError, { body: { message, err, info: '/saved-lists' } }, user)
  const body = { name: 'Cafés', type: 'local', search: { source: 'sample' }, limit: 5, max_cost: 0 } as const
  await t.call(createList, { body }, user)
  await t.call(startAccountExport, {}, user)
  const hook = { url: 'https://hook.example/in', name: 'To our CRM', events: ['lead.added' as const] }
  await t.call(createWebhook, { body: hook }, user)
  await t.app.database.pool.query('update webhook set failing_since = now()')
  await t.app.tlsAsk.inject('/internal/tls-ask?domain=nobodys.example')
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

it('an administrator resolves an error, stops and retries work, edits settings and a prompt, and restores them', async () => {
  const { page, faults, close } = await openPage(url, { as: await t.admin() })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')

  await page.goto('/admin/errors')
  await page.getByRole('row', { name: /list of \[email\].*Open.*Browser.*2/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'TypeError: list of [email]' }).click()
  await page.getByLabel('Stack').first().getByText('at read (https://a.example/src/read.ts:3:1)').waitFor()
  await expectAccessible(page)
  await button('Mark as solved').click()
  await button('Reopen').waitFor()
  await page.getByRole('cell', { name: /in release/ }).waitFor()

  await visit(page, '/admin/runs')
  const row = page.getByRole('row', { name: /Export of all data/ })
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Stop' }).click()
  await dialog.getByRole('button', { name: 'Stop run' }).click()
  await row.getByText('Cancelled').waitFor()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Retry' }).click()
  await dialog.getByRole('button', { name: 'Retry run' }).click()
  await expect.poll(() => row.count()).toBe(2)
  await row.first().getByRole('button', { name: 'Export of all data', exact: true }).click()
  await page.getByText(/^Run \d+$/).waitFor()
  await expectAccessible(page)

  await visit(page, '/admin/webhooks')
  const webhook = page.getByRole('row', { name: /To our CRM.*hook\.example.*Failing/ })
  await webhook.waitFor()
  await expectAccessible(page)
  await webhook.getByRole('link').click()
  await page.getByRole('row', { name: user.email }).waitFor()

  await visit(page, '/admin/domains')
  await page.getByRole('row', { name: /nobodys\.example.*Not added.*0 1/ }).waitFor()
  await expectAccessible(page)

  await visit(page, '/admin/jobs')
  await page.getByText(/Run: \d+ waiting/).waitFor()
  await expectAccessible(page)

  await visit(page, '/admin/settings')
  const flag = page.getByRole('switch', { name: 'New runs' })
  await flag.click()
  await expect.poll(() => flag.isChecked()).toBe(false)
  await page.getByText(/Changed by/).waitFor()
  await expectAccessible(page)
  await visit(page, '/admin/histories?area=settings')
  await page.getByRole('row', { name: /Setting of the installation changed/ }).click()
  await expectAccessible(page)
  await button('Restore previous value').click()
  await page
    .getByRole('dialog', { name: 'Turn New runs on?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect.poll(() => page.getByRole('row', { name: /Setting of the installation/ }).count()).toBe(2)

  await visit(page, '/admin/ai-assistant')
  const prompt = page.getByRole('row', { name: /^Summary/ })
  await expectAccessible(page)
  await prompt.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await dialog.getByLabel('Instruction').fill('Say what {{ lead.name }} sells.')
  await dialog.getByRole('button', { name: 'Save prompt' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await prompt.getByText('Say what').waitFor()
  await prompt.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Restore built-in prompt' }).click()
  await dialog.getByText('Version 2').waitFor()
  await page.keyboard.press('Escape')
  await prompt.getByText('Built in').waitFor()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByText('No texts yet').waitFor()
  expect(faults).toEqual([])
  await close()
})

it('support sees everything on a phone and changes nothing', async () => {
  const support = await t.member(await t.admin())
  await updateUser(t.app.ctx, support.id, { role: 'admin', staff_role: 'support' })
  const { page, close } = await openPage(url, { as: support, width: 390, height: 844 })
  await page.goto('/admin/settings')
  expect(await page.getByRole('switch', { name: 'New runs' }).isDisabled()).toBe(true)
  await visit(page, '/admin/errors')
  await page.getByRole('link', { name: 'TypeError: list of [email]' }).click()
  await page.getByText('Occurrences per hour, last 3 days').waitFor()
  expect(await page.getByRole('button', { name: 'Reopen' }).count()).toBe(0)
  await expectAccessible(page)
  await visit(page, '/admin/runs')
  await page.getByText('Export of all data').filter({ visible: true }).first().waitFor()
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  await expectAccessible(page)
  await close()
})

it('the sender allows emails to a bounced address again', async () => {
  const admin = await t.admin()
  await t.app.database.pool.query(
    `insert into mail_suppression (account_id, address, category, reason)
     values ($1, 'ann@x.example', 'all', 'bounced'), ($1, 'bob@x.example', 'report', 'unsubscribed')`,
    [admin.accountId],
  )
  const { page, close } = await openPage(url, { as: admin })
  await page.goto('/admin/smtp?tab=suppressed')
  const row = page.getByRole('row', { name: /ann@x\.example.*Bounced/ })
  await row.waitFor()
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Allow emails' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Allow emails' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /bob@x\.example.*Unsubscribed/ }).waitFor()
  await close()
})
