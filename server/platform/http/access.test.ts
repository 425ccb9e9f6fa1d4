import { expect, test } from 'vitest'
import type { Access } from '#contract/core/endpoint.ts'
import { API_SCOPES, type ApiScope } from '#contract/core/scopes.ts'
import { anActor, anAdministrator } from '#server/testing/an-actor.ts'
import { accessProblem } from './access.ts'
import type { Actor } from './actor.ts'

const actor = (overrides: Partial<Actor> = {}) => anActor({ role: 'user', ...overrides })

const LEADS: Access = { module: 'leads' }
const ANY: Access = { can: 'see_work' }
const MEMBER_LEADS: Access = { can: 'see_crm' }
const STAFF: Access = { can: 'administer' }

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
  ['any module, nobody', ANY, null, 'unauthorized'],
  ['any module, a member without one', ANY, actor({ role: 'related', accessToWallet: true }), 'forbidden'],
  ['any module, a member with one', ANY, actor({ role: 'related', modules: ['ai_suggest'] }), null],
  ['any module, the owner without one', ANY, actor({ isMainUser: true }), null],
  ['module of members, another one', MEMBER_LEADS, actor({ modules: ['ai_suggest'] }), 'forbidden'],
  ['module of members, with it', MEMBER_LEADS, actor({ modules: ['leads'] }), null],
  ['module of members, the owner without it', MEMBER_LEADS, actor({ isMainUser: true }), null],
  ['role and module, both', STAFF, anAdministrator(), null],
  ['role and module, only the module', STAFF, actor({ modules: ['admin'] }), 'forbidden'],
  ['role and module, only the role', STAFF, actor({ role: 'admin' }), 'forbidden'],
  ['role and module, a member', STAFF, actor({ role: 'related', modules: ['admin'] }), 'forbidden'],
  ['owner, a member', { can: 'manage_team' }, actor({ role: 'related', accessToWallet: true }), 'forbidden'],
  ['owner, the owner', { can: 'manage_team' }, actor({ isMainUser: true }), null],
  ['wallet, a member', { can: 'use_wallet' }, actor({ role: 'related' }), 'forbidden'],
  [
    'wallet, a member with access',
    { can: 'use_wallet' },
    actor({ role: 'related', accessToWallet: true }),
    null,
  ],
  ['wallet, the owner', { can: 'use_wallet' }, actor({ isMainUser: true }), null],
  [
    'wallet and module, only the wallet',
    { ...LEADS, can: 'use_wallet' },
    actor({ isMainUser: true }),
    'forbidden',
  ],
]

test.each(TABLE)('who may call an endpoint: %s', (_what, access, member, problem) => {
  expect(accessProblem({ access }, member)?.code ?? null).toBe(problem)
})

const key = (scopes: ApiScope[], overrides: Partial<Actor> = {}) =>
  actor({ credential: { kind: 'api_key', id: 1, expiresAt: null }, scopes, ...overrides })

const PERSON = 'This request needs a signed-in person'
const REFUSED = 'You don’t have permission to do this'
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
    key(['admin'], { role: 'admin', staffRole: 'owner', modules: ['admin'] }),
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
  ['a key of a member without wallet access', { can: 'use_wallet' }, 'read', key(['read']), REFUSED],
]

test.each(KEYS)('what a key may call: %s', (_what, access, scope, member, message) => {
  const code = member ? 'forbidden' : 'unauthorized'
  const endpoint = scope ? { access, scope } : { access }
  expect(accessProblem(endpoint, member)).toEqual(message && { code, message })
})

test.each([
  ['full', ['ok', 'ok', 'ok', 'ok', 'ok', 'ok']],
  ['read_only', ['ok', 'account_read_only', 'account_read_only', 'ok', 'ok', 'ok']],
  ['locked', ['account_locked', 'account_locked', 'account_locked', 'account_locked', 'ok', 'ok']],
] as const)(
  'of an account that is %s: reading, changing, spending, exporting, billing, signing out',
  (access, expected) => {
    const endpoints = [
      { access: {} },
      { access: {}, audit: 'list.created' },
      { access: {}, acting: 'write' },
      { access: {}, audit: 'export.created' },
      { access: {}, audit: 'credits.requested', whileLocked: true },
      { access: {}, audit: 'session.ended', whileClosed: true },
    ] as const
    const codes = endpoints.map((endpoint) => accessProblem(endpoint, actor({ access }))?.code ?? 'ok')
    expect(codes).toEqual(expected)
  },
)
