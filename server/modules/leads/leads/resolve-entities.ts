import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findAliases, learnAliases } from './entity-aliases.ts'
import type { LeadKeys } from './lead-keys.ts'
import { upsertEntities } from './leads-store.ts'

/** An entity by id, or by key until it has one. */
type Entity = number | string

/** How leads of a list type are identified. */
export interface EntityRules<Lead> {
  type: ListTypeId
  /** The key of a lead that is no known entity. */
  makeKey(lead: Lead): string
  /** @param isNew the lead goes by its own key */
  listAliases(lead: Lead, isNew: boolean): LeadKeys
  /** The account's entities by key, which come before those with the same aliases. */
  known?: ReadonlyMap<string, number>
  /** Other keys of leads that neither key nor alias identifies, by position. */
  otherKeys?(unknown: readonly Lead[]): Promise<ReadonlyMap<number, string>>
  /** Decides whether an entity with a lead's alias can be the lead. */
  judge?(ids: readonly number[]): Promise<(lead: Lead, entity: Entity) => boolean>
}

/**
 * Entities of leads: the account's with the same key, with the same aliases, with another key, or new ones. Leads
 * that share an alias are the same entity, unless the judge refuses it. In the caller’s transaction.
 * @returns entity ids in the order of the leads
 */
export async function resolveEntities<Lead>(
  db: Db,
  accountId: number,
  leads: readonly Lead[],
  { type, makeKey, listAliases, known = new Map(), otherKeys, judge }: EntityRules<Lead>,
): Promise<number[]> {
  const findAliasesFor = (lead: Lead) => listAliases(lead, false).find
  const aliases = await findAliases(db, accountId, type, leads.flatMap(findAliasesFor))
  const accepts = await judge?.([...new Set(aliases.values())])
  const unknown = leads.filter(
    (lead) =>
      !known.has(makeKey(lead)) && (accepts || !findAliasesFor(lead).some((alias) => aliases.has(alias))),
  )
  const other = new Map([...((await otherKeys?.(unknown)) ?? [])].map(([at, key]) => [unknown[at], key]))
  // A new one is represented by the first one's key until it has an id.
  const seen = new Map<string, Entity>()
  const resolved = leads.map((lead): { entity: Entity; aliases: readonly string[] } => {
    const matches = [
      ...findAliasesFor(lead).map((alias) => aliases.get(alias) ?? seen.get(alias)),
      other.get(lead),
    ]
    const entity =
      known.get(makeKey(lead)) ??
      matches.find((item) => item !== undefined && (accepts?.(lead, item) ?? true)) ??
      makeKey(lead)
    const { learn } = listAliases(lead, entity === makeKey(lead))
    for (const alias of learn) if (!seen.has(alias)) seen.set(alias, entity)
    return { entity, aliases: learn }
  })
  const keys = resolved.flatMap(({ entity }) => (typeof entity === 'string' ? [entity] : []))
  const ids = await upsertEntities(db, accountId, type, keys)
  const stored = resolved.map(({ entity, aliases }) => ({
    entityId: typeof entity === 'string' ? (ids.get(entity) as number) : entity,
    aliases,
  }))
  await learnAliases(db, accountId, type, stored)
  return stored.map(({ entityId }) => entityId)
}
