import { afterAll, beforeAll, expect, it } from 'vitest'
import { notify } from '#server/modules/activity/notifications/index.ts'
import { transaction } from '#server/platform/db/db.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let t: TestApp
let url: string

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

const joined = (user: TestUser, number: number) =>
  transaction(t.app.database.db, () =>
    notify(t.app.ctx, {
      accountId: user.accountId,
      userIds: [user.id],
      kind: 'invitation_accepted',
      detail: { invitation_id: number, name: `Person ${number}`, email: `person${number}@people.example` },
    }),
  )

it('the bell counts live, the panel links to the subject, the page lists all, and settings turn kinds off', async () => {
  const user = await t.account()
  const { page, faults, close } = await openPage(url, { as: user })
  await page.goto('/notifications')
  await page.getByText('No notifications yet').waitFor()
  await joined(user, 1)
  await joined(user, 2)
  await page.getByRole('row', { name: /Person 2 joined your team/ }).waitFor()

  const bell = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: /Person 2 joined your team/ }).waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Mark as read: Person 1 joined your team' }).click()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await panel.getByRole('link', { name: /Person 2 joined your team/ }).click()
  await page.waitForURL('**/manage-team')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  await visit(page, '/profile-settings/notifications')
  await page.getByRole('combobox', { name: 'By email: Invitation accepted' }).selectOption('off')
  const toggle = page.getByRole('switch', { name: 'In the app: Invitation accepted' })
  await toggle.click()
  await expect.poll(() => toggle.isChecked()).toBe(false)
  await expectAccessible(page)
  await page.reload()
  await toggle.waitFor()
  expect(await toggle.isChecked()).toBe(false)
  expect(faults).toEqual([])
  await close()
})
