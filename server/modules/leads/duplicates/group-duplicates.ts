import { DUPLICATE_REASONS, type DuplicateReason } from '#contract/leads/list-duplicates.ts'
import { nameKey, streetKey } from '#server/modules/core/normalise/index.ts'
import type { LeadFacts } from '#server/modules/leads/leads/index.ts'
import { kmBetween, type Point } from '#server/platform/geo/great-circle.ts'
import { createSteps } from '#server/platform/yield-to-event-loop.ts'
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

/** A lead, with what is compared of it worked out once. */
class Compared {
  readonly lead: LeadFacts
  readonly name: string | null
  readonly point: Point | null
  #street: string | null | undefined

  constructor(lead: LeadFacts) {
    this.lead = lead
    this.name = lead.name ? nameKey(lead.name) : null
    this.point = lead.lat === null || lead.lon === null ? null : { lat: lead.lat, lon: lead.lon }
  }

  get street(): string | null {
    if (this.#street === undefined) this.#street = streetKey(this.lead.street ?? '')
    return this.#street
  }
}

/** Each reason with the key two leads must share. */
const KEYS: Record<DuplicateReason, (one: Compared) => string | null> = {
  email: ({ lead }) => lead.email?.toLowerCase() || null,
  phone: ({ lead }) => lead.phone,
  domain: ({ lead }) => lead.domain?.toLowerCase() || null,
  place: ({ name, lead }) => (name && lead.city ? `${name}\n${lead.city.toLowerCase()}` : null),
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

/** Whether two leads are at different addresses: branches share names, phones and email domains. */
function isApart(a: Compared, b: Compared): boolean {
  if (a.point && b.point) return kmBetween(a.point, b.point) * 1000 > SAME_ADDRESS_METERS
  return a.lead.street !== null && b.lead.street !== null && a.street !== b.street
}

/** Leads by their key for a reason, where it is meaningful. */
function sharing(all: readonly Compared[], reason: DuplicateReason): Compared[][] {
  const byKey = new Map<string, Compared[]>()
  for (const one of all) {
    const key = KEYS[reason](one)
    if (key === null) continue
    const known = byKey.get(key)
    if (known) known.push(one)
    else byKey.set(key, [one])
  }
  const weak = reason === 'phone' || reason === 'domain'
  return [...byKey.values()].filter(
    (leads) =>
      leads.length > 1 &&
      leads.length <= MAX_LEADS &&
      !(weak && new Set(leads.map(({ name }) => name)).size > MAX_NAMES),
  )
}

/** Colleagues share their company's domain and switchboard: for people, these count only with the same name. */
function isColleague(reason: DuplicateReason, isNamed: boolean, names: readonly (string | null)[]): boolean {
  if (isNamed) return false
  return reason === 'domain' || (reason === 'phone' && names.every((name) => name))
}

/** An address under two names, or of a role, may belong to several. */
function isSharedEmail(leads: readonly Compared[]): boolean {
  const own = new Set(leads.flatMap(({ name }) => name ?? []))
  return own.size > 1 || isRoleName(leads[0]?.lead.email?.split('@')[0] ?? '')
}

/** Leads that may be the same, joined over any number of steps. */
class Links {
  readonly all = new Sets()
  readonly sure = new Sets()
  readonly #ids: Record<DuplicateReason, Set<number>> = {
    email: new Set(),
    phone: new Set(),
    domain: new Set(),
    place: new Set(),
  }

  add(reason: DuplicateReason, one: number, other: number, isSure: boolean): void {
    this.all.join(one, other)
    if (isSure) this.sure.join(one, other)
    this.#ids[reason].add(one).add(other)
  }

  /** The leads of each group with the reasons that join them, by the group's lowest id. */
  groups(): Map<number, { ids: Set<number>; reasons: Set<DuplicateReason> }> {
    const groups = new Map<number, { ids: Set<number>; reasons: Set<DuplicateReason> }>()
    for (const reason of DUPLICATE_REASONS)
      for (const id of this.#ids[reason]) {
        const root = this.all.root(id)
        const group = groups.get(root) ?? { ids: new Set(), reasons: new Set() }
        groups.set(root, group)
        group.ids.add(id)
        group.reasons.add(reason)
      }
    return groups
  }
}

/** Compares leads that share a key, each with each. */
function linkSharing(
  links: Links,
  leads: readonly Compared[],
  reason: DuplicateReason,
  areCompanies: boolean,
): void {
  const isShared = reason === 'email' && isSharedEmail(leads)
  leads.forEach((one, at) => {
    for (const other of leads.slice(at + 1)) {
      const apart = isApart(one, other)
      // One name at two addresses in a city is a chain.
      if (reason === 'place' && apart) continue
      const named = alike(one.name, other.name)
      const isOne = areCompanies ? named : named && one.name === other.name
      if (!areCompanies && isColleague(reason, named, [one.name, other.name])) continue
      const sure = !apart && (isOne || reason === 'place' || (reason === 'email' && !isShared))
      links.add(reason, one.lead.id, other.lead.id, sure)
    }
  })
}

/** So many leads are prepared before other work of the process has its turn. */
const STEP = 500

/**
 * Possible duplicate groups: certain ones first, then in list order. The most complete lead comes first. Other requests
 * are answered meanwhile: a list may have 200,000 leads.
 */
export async function groupDuplicates(
  facts: readonly LeadFacts[],
  { areCompanies = true } = {},
): Promise<Group[]> {
  const step = createSteps()
  const all: Compared[] = []
  for (let at = 0; at < facts.length; at += STEP)
    await step(() => all.push(...facts.slice(at, at + STEP).map((lead) => new Compared(lead))))
  const links = new Links()
  for (const reason of DUPLICATE_REASONS)
    for (const leads of await step(() => sharing(all, reason)))
      await step(() => linkSharing(links, leads, reason, areCompanies))
  const filled = new Map(facts.map((lead) => [lead.id, lead.filled]))
  return [...links.groups()]
    .map(([root, { ids, reasons }]) => ({
      root,
      ids: [...ids].sort((a, b) => (filled.get(b) ?? 0) - (filled.get(a) ?? 0) || a - b),
      reasons: [...reasons],
      sure: new Set([...ids].map((id) => links.sure.root(id))).size === 1,
    }))
    .sort((a, b) => Number(b.sure) - Number(a.sure) || a.root - b.root)
    .map(({ root: _root, ...group }) => group)
}
