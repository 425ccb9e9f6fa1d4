import { expect, test } from 'vitest'
import { isBrandTeam, servesPerson } from './site-person-policy.ts'

const site = { account_id: 7, realm_id: 3 }

test.each([
  ['a customer of the brand', { account_id: 9, realm_id: 3, role: 'user' }, true, false],
  ['a member of the account that owns the site', { account_id: 7, realm_id: 1, role: 'user' }, true, true],
  ['an administrator in that account', { account_id: 7, realm_id: 1, role: 'admin' }, false, false],
  ['a member of another account above', { account_id: 8, realm_id: 1, role: 'user' }, false, false],
])('the site serves %s: %#', (_, person, serves, isTeam) => {
  expect([servesPerson(site, person), isBrandTeam(site, person)]).toEqual([serves, isTeam])
})
