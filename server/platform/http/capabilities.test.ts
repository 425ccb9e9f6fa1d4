import { describe, expect, test } from 'vitest'
import { CAPABILITIES } from '#contract/core/capabilities.ts'
import { anActor, anAdministrator, anOwner } from '#server/testing/an-actor.ts'
import type { Actor } from './actor.ts'
import { can, listCapabilities } from './capabilities.ts'

const OWNER =
  'see_work see_crm see_all_lists use_wallet manage_account manage_team manage_webhooks manage_crm manage_sources manage_models erase_people see_audit'
const SELLER = OWNER.replace('use_wallet', 'use_wallet sell')
const RESELLER = SELLER.replace('manage_crm', 'manage_crm manage_brand')
/** Staff who do not own the platform's account. */
const STAFF = anAdministrator({ isMainUser: false })

const TABLE: [who: string, actor: Actor, can: string][] = [
  ['a member without modules', anActor(), 'see_all_lists'],
  ['a member with AI texts', anActor({ modules: ['ai_suggest'] }), 'see_work see_all_lists'],
  ['a member with leads', anActor({ modules: ['leads'] }), 'see_work see_crm see_all_lists'],
  [
    'a member who sees only their own lists',
    anActor({ modules: ['leads'], accessToWallet: true, ownListsOnly: true }),
    'see_work see_crm',
  ],
  ['a member with access to the wallet', anActor({ accessToWallet: true }), 'see_all_lists use_wallet'],
  ['a member of a reseller', anActor({ modules: ['whitelabel'] }), 'see_work see_all_lists'],
  ['a member of the platform', anActor({ modules: ['admin'] }), 'see_work see_all_lists'],
  ['an owner', anOwner({ modules: ['ai_suggest', 'leads'] }), OWNER],
  ['an owner who has lost all modules', anOwner(), OWNER],
  ['a reseller', anOwner({ modules: ['leads', 'whitelabel'] }), `${RESELLER} log_in_as`],
  ['an owner with the module of administrators', anOwner({ modules: ['admin'] }), SELLER],
  [
    'an administrator',
    anAdministrator(),
    `${RESELLER} log_in_as see_admin administer support_users see_revenue`,
  ],
  [
    'support staff',
    { ...STAFF, staffRole: 'support' },
    'see_work see_all_lists see_audit log_in_as see_admin support_users',
  ],
  [
    'finance staff',
    { ...STAFF, staffRole: 'finance', accessToWallet: true },
    'see_work see_all_lists use_wallet see_audit see_admin see_revenue',
  ],
  ['an administrator without the module', anAdministrator({ modules: ['leads'] }), OWNER],
]

describe('permissions of a person', () => {
  test.each(TABLE)('are exactly those of %s', (_actor, actor, expected) => {
    const granted = listCapabilities(actor)
    expect(granted.join(' ')).toBe(expected)
    for (const capability of CAPABILITIES) expect(can(actor, capability)).toBe(granted.includes(capability))
  })

  test('the table grants and refuses each capability', () => {
    const columns = TABLE.map(([, , granted]) => granted.split(' '))
    for (const capability of CAPABILITIES) {
      expect(columns.some((granted) => granted.includes(capability))).toBe(true)
      expect(columns.some((granted) => !granted.includes(capability))).toBe(true)
    }
  })
})
