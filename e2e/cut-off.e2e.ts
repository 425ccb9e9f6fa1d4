import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { login } from '#contract/identity/auth.ts'
import { updateMe } from '#contract/identity/me.ts'
import { createApiKey } from '#contract/identity/sessions.ts'
import { inviteMember, updateMember } from '#contract/identity/team.ts'
import { deleteLeads, leads } from '#contract/leads/leads.ts'
import { bulkDeleteLists, createList } from '#contract/leads/lists.ts'
import type { TestUser } from '#server/testing/factories.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { closeProfiles, listen, openPage, type WatchedPage } from './support/browser.ts'
import { chooseOnBar, seeBar } from './support/bulk-bar.ts'
import { doCutOff } from './support/cut-off.ts'

let t: TestApp
let url: string
let user: TestUser
/** Has nothing yet. */
let newcomer: TestUser
let list: number
/** Sample leads are never looked up: this list has one that is real. */
let real: number

const SAMPLE = { source: 'sample', category: 'brewery' }

async function newList(name: string, search: Record<string, unknown> = SAMPLE): Promise<number> {
  const created = await t.call(createList, { body: { name, type: 'local', search, limit: 20 } }, user)
  await t.finished(created.body.data.run.id, user)
  return created.body.data.id
}

beforeAll(async () => {
  t = await testApp()
  url = await listen(t)
  await t.admin()
  await t.places('Sample file', [{ name: 'Sample Place', website: 'http://one.example' }])
  user = await t.account({ credits: 500 })
  newcomer = await t.account()
  list = await newList('Kept list')
  real = await newList('Real list', { category: 'brewery' })
  const gone = await newList('Gone list')
  await t.call(bulkDeleteLists, { body: { resultIds: [gone] } }, user)
  const target = { type: 'local', id: list } as const
  const found = await t.call(leads, { params: target, body: {} }, user)
  const [first] = found.body.data
  await t.call(deleteLeads, { params: target, body: { resultIds: [first!.id] } }, user)
  await t.call(
    createApiKey,
    { body: { name: 'Old key', scopes: ['read'], expires_in_days: 30, password: user.password } },
    user,
  )
  await t.call(login, { body: { email: user.email, password: user.password } })
  await t.call(inviteMember, { body: { email: 'kim@people.example', role: 'related' } }, user)
  const robin = await t.member(user)
  const sasha = await t.member(user)
  await t.call(updateMe, { body: { first_name: 'Robin' } }, robin)
  await t.call(updateMe, { body: { first_name: 'Sasha' } }, sasha)
  await t.call(updateMember, { params: { id: sasha.id }, body: { state: 'suspended' } }, user)
})
afterAll(async () => {
  await closeProfiles(url)
  await t?.close()
})

type Hand = (page: Page) => Promise<unknown>

interface Action {
  path: () => string
  /** Done by someone who has nothing yet. */
  newcomer?: true
  /** Up to the button that makes the call, while the server can be reached. */
  ready: Hand
  press: Hand
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const see = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().waitFor()
const item =
  (row: string | RegExp, name: string): Hand =>
  async (page) => {
    await page.getByRole('button', { name: row }).first().click()
    await page.getByRole('menuitem', { name }).waitFor()
  }
const choose = (name: string | RegExp) => (page: Page) =>
  page.getByRole('menuitem', { name, exact: true }).click()
const both =
  (...hands: Hand[]): Hand =>
  async (page) => {
    for (const hand of hands) await hand(page)
  }
const fill = (label: string, text: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).first().fill(text)
const inDialog = (name: string | RegExp) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name }).last().click()
const tick = (name: string) => (page: Page) => page.getByRole('checkbox', { name }).first().check()

const lists = () => '/lead-search/saved-lists'
const oneList = () => `/saved-lists/local-${list}`
const kept = 'Actions for Kept list'
/** Selects the first lead of the list. */
const onLead = (shown = '19 leads'): Hand =>
  both(
    (page) => page.getByText(shown).first().waitFor(),
    (page) => page.keyboard.press('j'),
    (page) => page.keyboard.press('x'),
    seeBar,
  )
const onBar = (label: string | RegExp) => (page: Page) => chooseOnBar(page, label)
const PASSWORD = 'Your password'

const ACTIONS: Record<string, Action> = {
  'archive a list': { path: lists, ready: item(kept, 'Archive'), press: choose('Archive') },
  'export a list from its menu': { path: lists, ready: item(kept, 'Export'), press: choose('Export') },
  'duplicate a list': {
    path: lists,
    ready: item(kept, 'Duplicate list'),
    press: choose('Duplicate list'),
  },
  'rename a list': {
    path: lists,
    ready: both(item(kept, 'Rename'), choose('Rename'), (page) =>
      page.getByRole('dialog').getByRole('textbox').fill('Another'),
    ),
    press: inDialog('Rename'),
  },
  'delete a list': {
    path: lists,
    ready: both(item(kept, 'Delete'), choose('Delete'), (page) =>
      page.getByRole('dialog').getByRole('textbox').fill('Kept list'),
    ),
    press: inDialog('Delete list'),
  },
  'archive chosen lists': {
    path: lists,
    ready: tick('Select Kept list'),
    press: button('Archive'),
  },
  'bring a list back': {
    path: () => `${lists()}?view=bin`,
    ready: item('Actions for Gone list', 'Restore'),
    press: choose('Restore'),
  },
  'bring chosen lists back': {
    path: () => `${lists()}?view=bin`,
    ready: tick('Select Gone list'),
    press: button('Restore'),
  },
  undo: {
    path: lists,
    ready: both(item(kept, 'Archive'), choose('Archive'), (page) =>
      page.getByRole('button', { name: 'Undo' }).waitFor(),
    ),
    press: button('Undo'),
  },
  'try with sample data': {
    newcomer: true,
    path: lists,
    ready: see(/^Try with sample data/),
    press: button(/^Try with sample data/),
  },
  'start a search': {
    path: () => '/lead-search/new-search',
    ready: both(
      (page) => page.getByRole('textbox', { name: 'Category' }).fill('brewery'),
      (page) => page.getByRole('option').first().click(),
      (page) => page.getByRole('button', { name: /^Start search · / }).waitFor(),
    ),
    press: button(/^Start search/),
  },
  'rename in place': {
    path: oneList,
    ready: both(button('Rename list'), fill('List name', 'Another')),
    press: (page) => page.keyboard.press('Enter'),
  },
  'delete leads': { path: oneList, ready: onLead(), press: onBar('Delete') },
  'pin a list': { path: lists, ready: see('Pin Real list'), press: button('Pin Real list') },
  'save a view': {
    path: () => `${oneList()}?email=1`,
    ready: both(button('Save view'), fill('Name', 'Reachable')),
    press: inDialog('Save'),
  },
  'find an email in its cell': {
    path: () => `/saved-lists/local-${real}`,
    ready: see(/^Find email1 credit$|^Find email 1 credit$/),
    press: button(/^Find email ?1 credit$/),
  },
  'delete an open lead': {
    path: oneList,
    ready: both(
      (page) => page.getByText('19 leads').first().waitFor(),
      (page) => page.keyboard.press('j'),
      (page) => page.keyboard.press('Enter'),
      see('Delete this lead'),
    ),
    press: button('Delete this lead'),
  },
  'export leads': { path: oneList, ready: onLead(), press: onBar(/^Export$/) },
  'export leads with options': {
    path: oneList,
    ready: both(onLead(), onBar('Export options')),
    press: inDialog('Export CSV'),
  },
  'find emails': {
    path: () => `/saved-lists/local-${real}`,
    ready: both(onLead('1 lead'), onBar('Enrich'), choose(/^Find emails/), (page) =>
      page.locator('[role=dialog] button[type=submit]:not(:disabled)').waitFor(),
    ),
    press: (page) => page.locator('[role=dialog] button[type=submit]').click(),
  },
  'bring leads back': {
    path: () => `${oneList()}?view=bin`,
    ready: onLead('1 deleted lead'),
    press: onBar('Restore'),
  },
  'check one address': {
    path: () => '/lead-search/email-verification',
    ready: fill('Email address', 'info@one.example'),
    press: button('Check'),
  },
  'check many addresses': {
    path: () => '/lead-search/email-verification',
    ready: fill('Email addresses', 'info@one.example'),
    press: button(/^Check 1 address/),
  },
  'save the profile': {
    path: () => '/profile-settings',
    ready: fill('First name', 'Sam'),
    press: button(/^Save/),
  },
  'change the address': {
    path: () => '/profile-settings/email',
    ready: both(fill('New address', 'new@people.example'), fill(PASSWORD, 'a password of mine')),
    press: button('Send a code'),
  },
  'change the password': {
    path: () => '/profile-settings/password',
    ready: both(
      fill('Current password', 'a password of mine'),
      fill('New password', 'a long sample password'),
      fill('Repeat new password', 'a long sample password'),
    ),
    press: button(/^Change/),
  },
  'end all other sessions': {
    path: () => '/profile-settings/sessions',
    ready: see('End all others'),
    press: button('End all others'),
  },
  'set up a second factor': {
    path: () => '/profile-settings/second-factor',
    ready: fill(PASSWORD, 'a password of mine'),
    press: button('Set up'),
  },
  'revoke a key': {
    path: () => '/profile-settings/api-keys',
    ready: button(/Revoke/),
    press: inDialog('Revoke'),
  },
  invite: {
    path: () => '/manage-team',
    ready: both(button('Invite'), (page) =>
      page.getByRole('dialog').getByLabel('Email').fill('another@people.example'),
    ),
    press: inDialog('Send invitation'),
  },
  'resend an invitation': {
    path: () => '/manage-team',
    ready: item('Actions for the invitation of kim@people.example', 'Resend'),
    press: choose('Resend'),
  },
  'withdraw an invitation': {
    path: () => '/manage-team',
    ready: both(item('Actions for the invitation of kim@people.example', 'Withdraw'), choose('Withdraw')),
    press: inDialog('Withdraw'),
  },
  'suspend a member': {
    path: () => '/manage-team',
    ready: both(item('Actions for Robin', 'Suspend'), choose('Suspend')),
    press: inDialog('Suspend'),
  },
  'remove a member': {
    path: () => '/manage-team',
    ready: both(item('Actions for Robin', 'Remove'), choose('Remove')),
    press: inDialog('Remove'),
  },
  'reactivate a member': {
    path: () => '/manage-team',
    ready: item('Actions for Sasha', 'Reactivate'),
    press: choose('Reactivate'),
  },
  'make a key': {
    path: () => '/profile-settings/api-keys',
    ready: both(
      button(/^(Create|New|Make)/),
      (page) => page.getByRole('dialog').getByRole('textbox').first().fill('New key'),
      fill(PASSWORD, 'a password of mine'),
    ),
    press: (page) => page.locator('[role=dialog] button[type=submit]').click(),
  },
  'dismiss the first steps': {
    newcomer: true,
    path: () => '/lead-search/new-search',
    ready: see('Dismiss Getting started'),
    press: button('Dismiss Getting started'),
  },
  'sign out': {
    path: () => '/wallet',
    ready: item(/^Account of/, 'Sign out'),
    press: choose('Sign out'),
  },
}

describe('with the server cut off', () => {
  const tabs: WatchedPage[] = []
  beforeAll(async () => {
    tabs.push(await openPage(url, { as: user }), await openPage(url, { as: newcomer }))
  })
  afterAll(async () => {
    for (const { context, close } of tabs) {
      await context.setOffline(false)
      await close()
    }
  })

  it.each(Object.entries(ACTIONS))('%s says that it failed', (name, { newcomer, path, ready, press }) =>
    doCutOff(tabs[newcomer ? 1 : 0] as WatchedPage, name, [path, [ready], press]),
  )
})
