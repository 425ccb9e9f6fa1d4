import { DUPLICATE_REASONS, type DuplicateReason } from '#contract/leads/list-duplicates.ts'
import { nameKey, streetKey } from '#server/modules/core/normalise/index.ts'
import type { LeadFacts } from '#server/modules/leads/leads/index.ts'
import { kmBetween, type Point } from '#server/platform/geo/great-circle.ts'
import { isRoleName } from '#server/providers/email-verifiers/index.ts'

export interface Group {
  ids: number[]
  reasons: DuplicateReason[]
  sure: boolean
}

/** A phone or domain shared by more names than this belongs to a chain or a platform. */
const MAX_NAMES = 5
/** Leads with the same key; more than this share something meaningless. */
const MAX_LEADS = 50

const keyOfName = (name: string | null): string | null => (name ? nameKey(name) : null)

/** Each reason with the key two leads must share. */
const KEYS: Record<DuplicateReason, (lead: LeadFacts, name: string | null) => string | null> = {
  email: ({ email }) => email?.toLowerCase() || null,
  phone: ({ phone }) => phone,
  domain: ({ domain }) => domain?.toLowerCase() || null,
  place: ({ city }, name) => (name && city ? `${name}\n${city.toLowerCase()}` : null),
}

/** Union-find: connects duplicates over any number of steps. */
class Sets {
  readonly #parent = new Map<number, number>()

  root(id: number): number {
    let at = id
    for (let up = this.#parent.get(at); up !== undefined; up = this.#parent.get(at)) at = up
    if (at !== id) this.#parent.set(id, at)
    return at
  }

  join(left: number, right: number): void {
    const [a, b] = [this.root(left), this.root(right)]
    if (a !== b) this.#parent.set(Math.max(a, b), Math.min(a, b))
  }
}

/** A name contained in another counts as the same: `Acorn` and `Acorn Bakery`. */
const alike = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && (a === b || ` ${a} `.includes(` ${b} `) || ` ${b} `.includes(` ${a} `))

/** Maximum distance between two positions of one address. */
const SAME_ADDRESS_METERS = 300

const readPoint = ({ lat, lon }: LeadFacts): Point | null =>
  lat === null || lon === null ? null : { lat, lon }

/** Whether two leads are at different addresses: branches share names, phones and email domains. */
function isApart(a: LeadFacts, b: LeadFacts): boolean {
  const [here, there] = [readPoint(a), readPoint(b)]
  if (here && there) return kmBetween(here, there) * 1000 > SAME_ADDRESS_METERS
  return a.street !== null && b.street !== null && streetKey(a.street) !== streetKey(b.street)
}

interface Edge {
  reason: DuplicateReason
  one: number
  other: number
  sure: boolean
}

/** Leads by their key for a reason, where it is meaningful. */
function sharing(
  facts: readonly LeadFacts[],
  reason: DuplicateReason,
  names: ReadonlyMap<number, string | null>,
) {
  const byKey = new Map<string, LeadFacts[]>()
  for (const lead of facts) {
    const key = KEYS[reason](lead, names.get(lead.id) ?? null)
    if (key === null) continue
    const known = byKey.get(key)
    if (known) known.push(lead)
    else byKey.set(key, [lead])
  }
  const weak = reason === 'phone' || reason === 'domain'
  return [...byKey.values()].filter(
    (leads) =>
      leads.length > 1 &&
      leads.length <= MAX_LEADS &&
      !(weak && new Set(leads.map(({ id }) => names.get(id))).size > MAX_NAMES),
  )
}

/** Colleagues share their company's domain and switchboard: for people, these count only with the same name. */
function isColleague(reason: DuplicateReason, isNamed: boolean, names: readonly (string | null)[]): boolean {
  if (isNamed) return false
  return reason === 'domain' || (reason === 'phone' && names.every((name) => name))
}

/** An address under two names, or of a role, may belong to several. */
function isSharedEmail(leads: readonly LeadFacts[], names: ReadonlyMap<number, string | null>): boolean {
  const own = new Set(leads.flatMap(({ id }) => names.get(id) ?? []))
  return own.size > 1 || isRoleName(leads[0]?.email?.split('@')[0] ?? '')
}

function findEdges(
  facts: readonly LeadFacts[],
  names: ReadonlyMap<number, string | null>,
  areCompanies: boolean,
): Edge[] {
  const edges: Edge[] = []
  for (const reason of DUPLICATE_REASONS)
    for (const leads of sharing(facts, reason, names)) {
      const isShared = reason === 'email' && isSharedEmail(leads, names)
      leads.forEach((lead, at) => {
        for (const other of leads.slice(at + 1)) {
          const apart = isApart(lead, other)
          // One name at two addresses in a city is a chain.
          if (reason === 'place' && apart) continue
          const pair = [names.get(lead.id) ?? null, names.get(other.id) ?? null] as const
          const named = alike(...pair)
          const isOne = areCompanies ? named : named && pair[0] === pair[1]
          if (!areCompanies && isColleague(reason, named, pair)) continue
          const sure = !apart && (isOne || reason === 'place' || (reason === 'email' && !isShared))
          edges.push({ reason, one: lead.id, other: other.id, sure })
        }
      })
    }
  return edges
}

/** Possible duplicate groups: certain ones first, then in list order. The most complete lead comes first. */
export function groupDuplicates(facts: readonly LeadFacts[], { areCompanies = true } = {}): Group[] {
  const names = new Map(facts.map(({ id, name }) => [id, keyOfName(name)]))
  const filled = new Map(facts.map((lead) => [lead.id, lead.filled]))
  const edges = findEdges(facts, names, areCompanies)
  const all = new Sets()
  const surely = new Sets()
  for (const { one, other, sure } of edges) {
    all.join(one, other)
    if (sure) surely.join(one, other)
  }
  const groups = new Map<number, { ids: Set<number>; reasons: Set<DuplicateReason> }>()
  for (const { one, other, reason } of edges) {
    const root = all.root(one)
    const group = groups.get(root) ?? { ids: new Set(), reasons: new Set() }
    groups.set(root, group)
    group.ids.add(one).add(other)
    group.reasons.add(reason)
  }
  return [...groups.entries()]
    .map(([root, { ids, reasons }]) => ({
      root,
      ids: [...ids].sort((a, b) => (filled.get(b) ?? 0) - (filled.get(a) ?? 0) || a - b),
      reasons: [...reasons],
      sure: new Set([...ids].map((id) => surely.root(id))).size === 1,
    }))
    .sort((a, b) => Number(b.sure) - Number(a.sure) || a.root - b.root)
    .map(({ root: _root, ...group }) => group)
}
