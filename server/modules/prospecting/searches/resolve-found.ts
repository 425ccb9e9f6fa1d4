import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { findAliases, findKnownEntities, leadKeys, storeEntities } from '#server/modules/leads/leads/index.ts'
import { corpusEntityKeys } from '#server/modules/sources/corpus/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'

type Found = Pick<SourceLead, 'key' | 'values' | 'isJoined'>

/** An entity by id, or by key until it has one. */
type Entity = number | string

/** A lead's lookup key, and its aliases. */
interface Aliases {
  find: readonly string[]
  learn: readonly string[]
}

/** How leads of a list type are identified. */
interface Rules {
  type: ListTypeId
  /** @param isNew the lead goes by its own key */
  aliasesOf(lead: Found, isNew: boolean): Aliases
  keysOf?(unknown: readonly Found[]): Promise<Map<number, string>>
  /** Decides whether an entity with a lead's alias can be the lead. */
  judge?(ids: readonly number[]): Promise<(lead: Found, entity: Entity) => boolean>
}

/**
 * Entities of a source's leads: the account's with the same key, with the same aliases, with another key, or new
 * ones. In the caller's transaction.
 * @returns entity ids by the keys of the leads
 */
async function resolve(
  ctx: Context,
  accountId: number,
  found: readonly Found[],
  { type, aliasesOf, keysOf, judge }: Rules,
): Promise<Map<string, number>> {
  const known = await findKnownEntities(
    ctx,
    accountId,
    type,
    found.map(({ key }) => key),
  )
  const aliases = await findAliases(
    ctx.db,
    accountId,
    type,
    found.flatMap((lead) => aliasesOf(lead, false).find),
  )
  const accepts = (await judge?.([...new Set(aliases.values())])) ?? (() => true)
  const unknown = found.filter(({ key }) => !known.has(key))
  const other = new Map([...((await keysOf?.(unknown)) ?? [])].map(([at, key]) => [unknown[at]?.key, key]))
  // A new one is represented by the batch's first key until it has an id.
  const seen = new Map<string, Entity>()
  const resolved = found.map((lead): Entity => {
    const { find } = aliasesOf(lead, false)
    const matches = [...find.map((alias) => aliases.get(alias) ?? seen.get(alias)), other.get(lead.key)]
    const own =
      known.get(lead.key) ?? matches.find((item) => item !== undefined && accepts(lead, item)) ?? lead.key
    for (const alias of aliasesOf(lead, own === lead.key).learn) if (!seen.has(alias)) seen.set(alias, own)
    return own
  })
  const entities = await storeEntities(
    ctx.db,
    accountId,
    type,
    resolved.map((entity, n) => {
      const lead = found[n] as Found
      return { entity, aliases: aliasesOf(lead, entity === lead.key).learn }
    }),
  )
  return new Map(found.map(({ key }, n) => [key, entities[n] as number]))
}

/** Keys of each lead, computed once. */
function memoizedKeys(type: ListTypeId): (lead: Found) => Aliases {
  const known = new Map<Found, Aliases>()
  return (lead) => {
    const aliases = known.get(lead) ?? leadKeys(type, lead.values)
    known.set(lead, aliases)
    return aliases
  }
}

/**
 * Entities of a source's people. All their data become aliases, so that the same person of another source is
 * delivered and charged once.
 */
export const resolvePeople = (ctx: Context, accountId: number, found: readonly Found[]) =>
  resolve(ctx, accountId, found, { type: 'people', aliasesOf: memoizedKeys('people') })

/** Aliases of a vendor's business, besides its name. */
const byVendor = (alias: string): string => `vendor:${alias}`

/** The corpus's keys of vendors' businesses, by position. */
async function corpusOf(db: Db, unknown: readonly Found[]): Promise<Map<number, string>> {
  const ofVendors = unknown.flatMap((lead, at) => (lead.isJoined ? [{ at, values: lead.values }] : []))
  const keys = await corpusEntityKeys(
    db,
    'local',
    ofVendors.map(({ values }) => values),
  )
  return new Map([...keys].map(([n, key]) => [ofVendors[n]?.at as number, key]))
}

/** The origin of a key: the vendor whose id it starts with, or the corpus. */
const ownerOf = ({ key, isJoined }: Found): string =>
  isJoined ? key.slice(0, key.indexOf(':') + 1) : 'corpus'

async function keysOfEntities(db: Db, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db
    .selectFrom('entity_info')
    .select(['id', 'entity_key'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, entity_key }) => [id, entity_key]))
}

/**
 * Entities of a source's businesses. A vendor's business is the corpus's if it has it, so that it is charged
 * once in either order. A source distinguishes its own businesses: two of its ids are two businesses, whatever
 * their names.
 * @param isShared other sources are queried as well and must know the corpus's results
 */
export function resolvePlaces(
  ctx: Context,
  accountId: number,
  found: readonly Found[],
  isShared: boolean,
): Promise<Map<string, number>> {
  const keysOf = memoizedKeys('local')
  const aliasesOf = (lead: Found, isNew: boolean): Aliases => {
    const { find, learn } = keysOf(lead)
    if (lead.isJoined) return { find, learn: isNew ? [...learn, ...learn.map(byVendor)] : learn }
    return { find: find.map(byVendor), learn: isShared ? learn : [] }
  }
  return resolve(ctx, accountId, found, {
    type: 'local',
    aliasesOf,
    keysOf: (unknown) => corpusOf(ctx.db, unknown),
    async judge(ids) {
      const keys = await keysOfEntities(ctx.db, accountId, ids)
      const used = new Set<string>()
      return (lead, entity) => {
        const owner = ownerOf(lead)
        const key = typeof entity === 'string' ? entity : (keys.get(entity) ?? '')
        const place = `${owner}${entity}`
        if (key.startsWith(owner) || used.has(place)) return false
        used.add(place)
        return true
      }
    },
  })
}
