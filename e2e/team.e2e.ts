import { afterAll, beforeAll, expect, it } from 'vitest'
import { team } from '#contract/identity/team.ts'
import { linkIn, type MailBox, startMailBox } from '#server/testing/mail-box.ts'
import { seedList } from '#server/testing/seed-leads.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { expectAccessible } from './support/accessible.ts'
import { closeProfiles, listen, openPage, visit } from './support/browser.ts'

let box: MailBox
let t: TestApp
let url: string

beforeAll(async () => {
  box = await startMailBox()
  t = await testApp({ smtpUrl: box.url })
  url = await listen(t)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
  await box?.close()
})

it('an invited person joins by the mailed link and has exactly the granted rights', async () => {
  const main = await t.account({ modules: ['leads', 'ai_suggest'] })
  const email = 'kim@people.example'
  const host = await openPage(url, { as: main })
  await host.page.goto('/manage-team')
  await host.page.getByText('No teammates yet').waitFor()
  await host.page.getByRole('button', { name: 'Invite' }).first().click()
  const dialog = host.page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByText('Selected modules', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: /^AI/ }).uncheck()
  await expectAccessible(host.page)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await host.page.getByText(email).first().waitFor()

  const guest = await openPage(url)
  await guest.page.goto(linkIn(await box.waitFor(email)))
  await guest.page.getByRole('heading', { name: /^Join / }).waitFor()
  await expectAccessible(guest.page)
  expect(guest.page.url()).not.toContain('token')
  await guest.page.getByLabel('First name').fill('Kim')
  await guest.page.getByLabel('Last name').fill('Sample')
  for (const label of ['Password', 'Repeat password'])
    await guest.page.getByLabel(label, { exact: true }).fill('a long enough sample password')
  await guest.page.locator('button[type=submit]').click()
  await guest.page.getByText('What to search').first().waitFor()

  const shown = await t.call(team, {}, main)
  expect(shown.body.data.invitations).toEqual([])
  expect(shown.body.data.members.find((member) => member.email === email)).toMatchObject({
    role: 'related',
    granted_modules: ['leads'],
    access_to_wallet: false,
  })
  for (const path of ['/manage-team', '/wallet', '/ai/training']) {
    await visit(guest.page, path)
    await guest.page.waitForURL(/\/lead-search\/new-search/)
  }
  expect([...host.faults, ...guest.faults]).toEqual([])
  await host.close()
  await guest.close()
})

it('a member who sees only their own lists finds none of the others', async () => {
  const main = await t.account({ modules: ['leads', 'ai_suggest'] })
  const member = await t.member(main, { grantedModules: ['leads', 'ai_suggest'] })
  await seedList(t, main, { name: 'Bakers of the owner', leads: [{ values: { name: 'Quokka Bakery' } }] })
  await seedList(t, member, { name: 'Gyms of the member', leads: [{ values: { name: 'Wombat Gym' } }] })

  const host = await openPage(url, { as: main })
  await host.page.goto('/manage-team')
  await host.page
    .getByRole('row', { name: member.email })
    .getByRole('button', { name: /actions|more/i })
    .click()
  await host.page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = host.page.getByRole('dialog')
  await dialog.getByLabel('Only their own lists').check()
  await expectAccessible(host.page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await host.page.getByText('1, sees only these').waitFor()

  const guest = await openPage(url, { as: member })
  await guest.page.goto('/lead-search/saved-lists')
  await guest.page.getByText('Gyms of the member').waitFor()
  expect(await guest.page.getByText('Bakers of the owner').count()).toBe(0)
  expect(await guest.page.getByRole('link', { name: 'Forms', exact: true }).count()).toBe(0)
  await visit(guest.page, '/suppression')
  await guest.page
    .getByText('You see only your own lists, and Suppression list is about all of the account')
    .waitFor()
  expect([...host.faults, ...guest.faults]).toEqual([])
  await host.close()
  await guest.close()
})
