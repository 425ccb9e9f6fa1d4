import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import {
  type EntityRules,
  findKnownEntities,
  type LeadKeys,
  leadKeys,
  resolveEntities,
} from '#server/modules/leads/leads/index.ts'
import { corpusEntityKeys } from '#server/modules/sources/corpus/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'

type Found = Pick<SourceLead, 'key' | 'values' | 'isJoined'>

/** Entities of a source's leads, by the keys of the leads. In the caller's transaction. */
async function resolve(
  ctx: Context,
  accountId: number,
  found: readonly Found[],
  rules: Omit<EntityRules<Found>, 'makeKey' | 'known'>,
): Promise<Map<string, number>> {
  const keys = found.map(({ key }) => key)
  const known = await findKnownEntities(ctx, accountId, rules.type, keys)
  const ids = await resolveEntities(ctx.db, accountId, found, { ...rules, makeKey: ({ key }) => key, known })
  return new Map(keys.map((key, n) => [key, ids[n] as number]))
}

/** Keys of each lead, computed once. */
function memoizedKeys(type: ListTypeId): (lead: Found) => LeadKeys {
  const known = new Map<Found, LeadKeys>()
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
  resolve(ctx, accountId, found, { type: 'people', listAliases: memoizedKeys('people') })

/** Aliases of a vendor's business, besides its name. */
const byVendor = (alias: string): string => `vendor:${alias}`

/** The corpus's keys of vendors' businesses, by position. */
async function findCorpusKeys(db: Db, unknown: readonly Found[]): Promise<Map<number, string>> {
  const ofVendors = unknown.flatMap((lead, at) => (lead.isJoined ? [{ at, values: lead.values }] : []))
  const keys = await corpusEntityKeys(
    db,
    'local',
    ofVendors.map(({ values }) => values),
  )
  return new Map([...keys].map(([n, key]) => [ofVendors[n]?.at as number, key]))
}

/** The origin of a key: the vendor whose id it starts with, or the corpus. */
const keyOwner = ({ key, isJoined }: Found): string =>
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
  const aliasesOf = (lead: Found, isNew: boolean): LeadKeys => {
    const { find, learn } = keysOf(lead)
    if (lead.isJoined) return { find, learn: isNew ? [...learn, ...learn.map(byVendor)] : learn }
    return { find: find.map(byVendor), learn: isShared ? learn : [] }
  }
  return resolve(ctx, accountId, found, {
    type: 'local',
    listAliases: aliasesOf,
    otherKeys: (unknown) => findCorpusKeys(ctx.db, unknown),
    async judge(ids) {
      const keys = await keysOfEntities(ctx.db, accountId, ids)
      const used = new Set<string>()
      return (lead, entity) => {
        const owner = keyOwner(lead)
        const key = typeof entity === 'string' ? entity : (keys.get(entity) ?? '')
        const place = `${owner}${entity}`
        if (key.startsWith(owner) || used.has(place)) return false
        used.add(place)
        return true
      }
    },
  })
}
