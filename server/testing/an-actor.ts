import type { Actor } from '#server/platform/http/actor.ts'

/** A signed-in member without modules or access to the wallet. */
export const anActor = (overrides: Partial<Actor> = {}): Actor => ({
  userId: 1,
  accountId: 1,
  realmId: 1,
  credential: { kind: 'session', id: 1, expiresAt: null },
  scopes: null,
  role: 'related',
  staffRole: null,
  modules: [],
  isMainUser: false,
  accessToWallet: false,
  timeZone: 'UTC',
  acting: null,
  ...overrides,
})

export const anOwner = (overrides: Partial<Actor> = {}): Actor =>
  anActor({ role: 'user', isMainUser: true, ...overrides })

export const anAdministrator = (overrides: Partial<Actor> = {}): Actor =>
  anOwner({ role: 'admin', staffRole: 'owner', modules: ['admin'], ...overrides })
