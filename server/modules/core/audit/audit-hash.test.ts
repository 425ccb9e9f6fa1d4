import { expect, it } from 'vitest'
import { hashDetail, hashEntry } from './audit-hash.ts'
import { createAuditKeys } from './audit-keys.ts'
import { createHeadTree } from './head-tree.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')
const HASH = Buffer.alloc(32, 7)

// Stored entries keep these forever: a change here would invalidate every log.
it('digest, hash and MAC of version 1 never change', () => {
  const digest = hashDetail(Buffer.from('salt'), { to: 'Ann', from: { b: [1, null], a: 'é' } })
  const entry = {
    account_id: 3,
    seq: 2,
    at: new Date(1_700_000_000_123),
    action: 'list.renamed',
    subject: 'list:4',
    user_id: 5,
    actor_user_id: 5,
    credential: 'session' as const,
    digest,
  }
  const keys = createAuditKeys(['a secret of the vectors'])
  const { key_id, mac } = keys.sign('entry 1', HASH)
  expect([digest, hashEntry(HASH, entry), key_id, mac].map(hex)).toMatchInlineSnapshot(`
    [
      "77c318d705761c8f7cfe0f47853ff2325125162b892d652c30772ef27e2def89",
      "0a375a4b851a40da4e5b583dd664eb1ca424c544ef3d74a3ad09c6091e26fa57",
      "679021dc2eb541a0",
      "4a472bb867b62562759f83dd661915360371e48954010ee432f3ad5385559f13",
    ]
  `)
  expect(hex(keys.sign('checkpoint 1', HASH).mac)).not.toBe(hex(mac))
})

it('the tree of heads has the same root however it was built', () => {
  const heads = [9, 2, 5, 1, 7, 8, 3].map((account_id) => ({ account_id, seq: account_id * 2, hash: HASH }))
  const rootOf = (order: typeof heads) => {
    const tree = createHeadTree()
    for (const head of order) {
      tree.set({ ...head, seq: 1 })
      tree.root()
    }
    for (const head of order) tree.set(head)
    return [hex(tree.root()), tree.entries()]
  }
  const sorted = [...heads].sort((a, b) => a.account_id - b.account_id)
  expect(rootOf(heads)).toEqual(rootOf(sorted))
  expect(rootOf(heads)).not.toEqual(rootOf(heads.map((head, at) => (at === 3 ? { ...head, seq: 9 } : head))))
  expect(rootOf(sorted)).toMatchInlineSnapshot(`
    [
      "acb1f254c64dd2e3831561d817656e5457c8a7f58f12d15e0214ac7285f5b206",
      70,
    ]
  `)
})
