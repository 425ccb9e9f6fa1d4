import { expect, test } from 'vitest'
import { anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import { canPublishForAll, canPublishForSite } from './terms-policy.ts'

test.each([
  ['an owner', anOwner({ accountId: 2 }), false, true, false],
  ['an administrator', anAdministrator({ accountId: 1 }), true, false, false],
] as const)(
  '%s publishes: for all, the site of account 2, of no account',
  (_actor, actor, all, site, none) => {
    expect([canPublishForAll(actor), canPublishForSite(actor, 2), canPublishForSite(actor, null)]).toEqual([
      all,
      site,
      none,
    ])
  },
)
