import { sha256 } from './audit-hash.ts'

/** The recorded head of an account's chain. */
export interface Head {
  account_id: number
  seq: number
  hash: Buffer
}

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

const hashLeaf = ({ account_id, seq, hash }: Head): Buffer =>
  sha256(LEAF, JSON.stringify([account_id, seq, hash.toString('hex')]))

/** Merkle tree over the heads of all accounts, leaves by account, shaped and hashed as in RFC 6962. */
export interface HeadTree {
  /** Sets the head of an account. */
  set(head: Head): void
  /** Number of an account's last recorded entry; 0 without one. */
  seqOf(accountId: number): number
  root(): Buffer
  /** Total entries of all accounts. */
  entries(): number
}

/** An empty tree. Memory grows with accounts, and a new head costs only its path. */
export function createHeadTree(): HeadTree {
  const heads = new Map<number, { seq: number; leaf: Buffer; at: number }>()
  let levels: Buffer[][] = [[]]
  let entries = 0
  let last = 0
  let isSorted = true

  /** Hashes the path from a leaf to the root; a node without a sibling moves up unchanged. */
  const updatePath = (leaf: number): void => {
    for (let level = 0, at = leaf; (levels[level] as Buffer[]).length > 1; level += 1, at >>= 1) {
      const nodes = levels[level] as Buffer[]
      const [left, right] = [nodes[at & ~1] as Buffer, nodes[at | 1]]
      levels[level + 1] ??= []
      ;(levels[level + 1] as Buffer[])[at >> 1] = right ? sha256(NODE, left, right) : left
    }
  }

  const rebuild = (): void => {
    const sorted = [...heads].sort(([a], [b]) => a - b).map(([, head]) => head)
    levels = [[]]
    for (const [at, head] of sorted.entries()) {
      head.at = at
      levels[0]?.push(head.leaf)
    }
    for (let nodes = levels[0] as Buffer[]; nodes.length > 1; ) {
      const above: Buffer[] = []
      for (let at = 0; at < nodes.length; at += 2) {
        const [left, right] = [nodes[at] as Buffer, nodes[at + 1]]
        above.push(right ? sha256(NODE, left, right) : left)
      }
      levels.push(above)
      nodes = above
    }
    isSorted = true
  }

  return {
    set(head) {
      const known = heads.get(head.account_id)
      const leaf = hashLeaf(head)
      entries += head.seq - (known?.seq ?? 0)
      const at = known?.at ?? heads.size
      heads.set(head.account_id, { seq: head.seq, leaf, at })
      // A new account between others shifts those after it.
      if (!known && head.account_id < last) isSorted = false
      last = Math.max(last, head.account_id)
      if (!isSorted) return
      ;(levels[0] as Buffer[])[at] = leaf
      updatePath(at)
    },
    seqOf: (accountId) => heads.get(accountId)?.seq ?? 0,
    root() {
      if (!isSorted) rebuild()
      return levels.at(-1)?.[0] ?? sha256()
    },
    entries: () => entries,
  }
}
