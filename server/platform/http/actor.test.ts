import { expect, test } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { type Actor, accessProblem } from './actor.ts'

const actor = (given: Partial<Actor> = {}): Actor => ({
  userId: 1,
  accountId: 1,
  realmId: 1,
  sessionId: 1,
  role: 'user',
  modules: [],
  isMainUser: false,
  accessToWallet: false,
  timeZone: 'UTC',
  actorUserId: null,
  ...given,
})

const LEADS: Access = { module: 'leads' }
const STAFF: Access = { module: 'admin', role: 'admin' }

const TABLE: [
  what: string,
  access: Access,
  actor: Actor | null,
  problem: ReturnType<typeof accessProblem>,
][] = [
  ['public, nobody', 'public', null, null],
  ['public, somebody', 'public', actor(), null],
  ['any user, nobody', {}, null, 'unauthorized'],
  ['any user, somebody', {}, actor(), null],
  ['module, nobody', LEADS, null, 'unauthorized'],
  ['module, without it', LEADS, actor({ modules: ['whitelabel', 'admin'] }), 'forbidden'],
  ['module, with it', LEADS, actor({ modules: ['leads'] }), null],
  ['module, an admin without it', LEADS, actor({ role: 'admin', isMainUser: true }), 'forbidden'],
  ['role and module, both', STAFF, actor({ role: 'admin', modules: ['admin'] }), null],
  ['role and module, only the module', STAFF, actor({ modules: ['admin'] }), 'forbidden'],
  ['role and module, only the role', STAFF, actor({ role: 'admin' }), 'forbidden'],
  ['role and module, a member', STAFF, actor({ role: 'related', modules: ['admin'] }), 'forbidden'],
  ['main user, a member', { mainUser: true }, actor({ role: 'related', accessToWallet: true }), 'forbidden'],
  ['main user, the main user', { mainUser: true }, actor({ isMainUser: true }), null],
  ['wallet, a member', { wallet: true }, actor({ role: 'related' }), 'forbidden'],
  ['wallet, a member with access', { wallet: true }, actor({ role: 'related', accessToWallet: true }), null],
  ['wallet, the main user', { wallet: true }, actor({ isMainUser: true }), null],
  [
    'wallet and module, only the wallet',
    { ...LEADS, wallet: true },
    actor({ isMainUser: true }),
    'forbidden',
  ],
]

test.each(TABLE)('%s', (_what, access, who, problem) => {
  expect(accessProblem(access, who)).toBe(problem)
})
