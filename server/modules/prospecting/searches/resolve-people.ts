import { findAliases, type LeadsService, leadKeys, learnAliases } from '#server/modules/leads/leads/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'

const TYPE = 'people'

/**
 * Whom people of a source mean: the account's entity of the same key, or one that is known by the same profile, email
 * or name and company, or a new one. What a source brings is known by all of it from then on, so that the same person
 * of another source is delivered and charged once. In the caller's transaction.
 * @returns entity ids by the keys of the leads
 */
export async function resolvePeople(
  db: Db,
  leads: Pick<LeadsService, 'knownEntities' | 'upsertEntities'>,
  accountId: number,
  found: readonly Pick<SourceLead, 'key' | 'values'>[],
): Promise<Map<string, number>> {
  const keysOf = found.map(({ values }) => leadKeys(TYPE, values))
  const known = await leads.knownEntities(
    accountId,
    TYPE,
    found.map(({ key }) => key),
  )
  const aliases = await findAliases(
    db,
    accountId,
    TYPE,
    keysOf.flatMap(({ find }) => find),
  )
  // Who is not known yet goes by the first key of the batch until that has an id.
  const seen = new Map<string, number | string>()
  const wanted = found.map(({ key }, n): number | string => {
    const { find, learn } = keysOf[n] as (typeof keysOf)[number]
    const met = find.map((alias) => aliases.get(alias) ?? seen.get(alias)).find((one) => one !== undefined)
    const own = known.get(key) ?? met ?? key
    for (const alias of learn) if (!seen.has(alias)) seen.set(alias, own)
    return own
  })
  const ids = await leads.upsertEntities(
    db,
    accountId,
    TYPE,
    wanted.filter((one) => typeof one === 'string'),
  )
  const entities = wanted.map((one) => (typeof one === 'string' ? (ids.get(one) as number) : one))
  await learnAliases(
    db,
    accountId,
    TYPE,
    entities.map((entityId, n) => ({ entityId, aliases: keysOf[n]?.learn ?? [] })),
  )
  return new Map(found.map(({ key }, n) => [key, entities[n] as number]))
}
