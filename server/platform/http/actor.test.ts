import { expect, test } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { API_SCOPES, type ApiScope } from '#contract/scopes.ts'
import { type Actor, accessProblem } from './actor.ts'

const actor = (given: Partial<Actor> = {}): Actor => ({
  userId: 1,
  accountId: 1,
  realmId: 1,
  credential: { kind: 'session', id: 1, expiresAt: null },
  scopes: null,
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
  problem: NonNullable<ReturnType<typeof accessProblem>>['code'] | null,
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
  ['owner, a member', { mainUser: true }, actor({ role: 'related', accessToWallet: true }), 'forbidden'],
  ['owner, the owner', { mainUser: true }, actor({ isMainUser: true }), null],
  ['wallet, a member', { wallet: true }, actor({ role: 'related' }), 'forbidden'],
  ['wallet, a member with access', { wallet: true }, actor({ role: 'related', accessToWallet: true }), null],
  ['wallet, the owner', { wallet: true }, actor({ isMainUser: true }), null],
  [
    'wallet and module, only the wallet',
    { ...LEADS, wallet: true },
    actor({ isMainUser: true }),
    'forbidden',
  ],
]

test.each(TABLE)('%s', (_what, access, who, problem) => {
  expect(accessProblem({ access }, who)?.code ?? null).toBe(problem)
})

const key = (scopes: ApiScope[], given: Partial<Actor> = {}) =>
  actor({ credential: { kind: 'api_key', id: 1, expiresAt: null }, scopes, ...given })

const PERSON = 'This call needs a person who has signed in'
const REFUSED = 'You are not allowed to do this'
const lacks = (scope: ApiScope) => `This API key lacks the scope "${scope}"`

const KEYS: [
  what: string,
  access: Access,
  scope: ApiScope | undefined,
  who: Actor | null,
  message: string | null,
][] = [
  ['a person where a scope is named', {}, 'spend', actor(), null],
  ['a key with the scope', {}, 'read', key(['write', 'read']), null],
  ['a key with other scopes', {}, 'read', key(['write', 'spend', 'export', 'admin']), lacks('read')],
  ['a key with all scopes where none is named', {}, undefined, key([...API_SCOPES]), PERSON],
  ['a key without scopes', {}, 'read', key([]), lacks('read')],
  ['a key where anybody may call', 'public', undefined, key([]), null],
  ['nobody where a scope is named', {}, 'read', null, 'Sign in to do this'],
  ['a key whose owner has the module', LEADS, 'read', key(['read'], { modules: ['leads'] }), null],
  ['a key whose owner lacks the module', LEADS, 'read', key(['read']), REFUSED],
  [
    'a key of an admin with the scope',
    STAFF,
    'admin',
    key(['admin'], { role: 'admin', modules: ['admin'] }),
    null,
  ],
  [
    'a key of an admin without it',
    STAFF,
    'admin',
    key(['read'], { role: 'admin', modules: ['admin'] }),
    lacks('admin'),
  ],
  ['a key with the scope, not of an admin', STAFF, 'admin', key(['admin'], { modules: ['admin'] }), REFUSED],
  ['a key of a member without wallet access', { wallet: true }, 'read', key(['read']), REFUSED],
]

test.each(KEYS)('%s', (_what, access, scope, who, message) => {
  const code = who ? 'forbidden' : 'unauthorized'
  const endpoint = scope ? { access, scope } : { access }
  expect(accessProblem(endpoint, who)).toEqual(message && { code, message })
})
