import { expect, test } from 'vitest'
import { choosePostgresIdentity, commandFor, type IdentityFacts } from './postgres-identity.ts'

const neverCalled = async () => {
  throw new Error('must not be asked')
}
const machine: IdentityFacts = {
  uid: 0,
  clusterOwner: null,
  namespaceWorks: async () => true,
  systemUser: async () => ({ uid: 990, gid: 991 }),
}

test.each<[string, Partial<IdentityFacts>, object]>([
  ['an ordinary user', { uid: 1000, namespaceWorks: neverCalled }, { kind: 'self' }],
  [
    'an ordinary user with existing data',
    { uid: 1000, clusterOwner: { uid: 1000, gid: 5 } },
    { kind: 'self' },
  ],
  ['root', { systemUser: neverCalled }, { kind: 'namespace' }],
  ['root with existing data', { clusterOwner: { uid: 0, gid: 0 } }, { kind: 'namespace' }],
  ["root with a user's data", { clusterOwner: { uid: 7, gid: 8 } }, { kind: 'user', uid: 7, gid: 8 }],
  ['root without namespaces', { namespaceWorks: async () => false }, { kind: 'user', uid: 990, gid: 991 }],
])('which user runs the embedded PostgreSQL: %s', async (_actor, facts, expected) => {
  expect(await choosePostgresIdentity({ ...machine, ...facts })).toEqual(expected)
})

test.each<[string, Partial<IdentityFacts>]>([
  ['a folder of another user', { uid: 1000, clusterOwner: { uid: 1, gid: 1 } }],
  ['root without any option', { namespaceWorks: async () => false, systemUser: async () => null }],
])('%s is refused with advice', async (_actor, facts) => {
  await expect(choosePostgresIdentity({ ...machine, ...facts })).rejects.toThrow(/DATABASE_URL/)
})

test('the command that starts PostgreSQL carries the chosen user', () => {
  expect(commandFor({ kind: 'self' }, '/bin/initdb', ['-D', 'x'])).toEqual({
    file: '/bin/initdb',
    args: ['-D', 'x'],
  })
  expect(commandFor({ kind: 'user', uid: 7, gid: 8 }, '/bin/initdb', [])).toMatchObject({ uid: 7, gid: 8 })
  expect(commandFor({ kind: 'namespace' }, '/bin/initdb', ['-D', 'x']).args.slice(-3)).toEqual([
    '/bin/initdb',
    '-D',
    'x',
  ])
})
