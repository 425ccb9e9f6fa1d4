import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { sourceById } from '#contract/sources/source-kinds/index.ts'
import { findAliases, type LeadsService, leadKeys, learnAliases } from '#server/modules/leads/leads/index.ts'
import { corpusEntityKeys } from '#server/modules/sources/corpus/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { SourceLead } from '#server/providers/lead-sources/index.ts'

type Found = Pick<SourceLead, 'key' | 'values'>
type Leads = Pick<LeadsService, 'knownEntities' | 'upsertEntities'>

/** Under what a lead is looked up, and what it is known by afterwards. */
interface Aliases {
  find: readonly string[]
  learn: readonly string[]
}

/** What a business is also known by that only a vendor has found. The corpus tells its own businesses apart itself. */
const byVendor = (alias: string): string => `vendor:${alias}`

/** Whether a lead of a business was found by a vendor: the corpus names its own after its data sets. */
const isOfVendor = ({ key }: Found): boolean => sourceById(key.slice(0, key.indexOf(':'))) !== undefined

/**
 * Whom leads of a source mean: the account's entity of the same key, or one that is known by the same names, or `keyOf`
 * it, or a new one. In the caller's transaction. @returns entity ids by the keys of the leads
 */
async function resolve(
  db: Db,
  leads: Leads,
  { accountId, type, found }: { accountId: number; type: ListTypeId; found: readonly Found[] },
  aliasesOf: (lead: Found, isNew: boolean) => Aliases,
  keysOf: (unknown: Found[]) => Promise<Map<number, string>> = async () => new Map(),
): Promise<Map<string, number>> {
  const known = await leads.knownEntities(
    accountId,
    type,
    found.map(({ key }) => key),
  )
  const aliases = await findAliases(
    db,
    accountId,
    type,
    found.flatMap((lead) => aliasesOf(lead, false).find),
  )
  const unknown = found.filter(
    (lead) => !known.has(lead.key) && !aliasesOf(lead, false).find.some((alias) => aliases.has(alias)),
  )
  const other = new Map([...(await keysOf(unknown))].map(([at, key]) => [unknown[at]?.key, key]))
  // Who is not known yet goes by the first key of the batch until that has an id.
  const seen = new Map<string, number | string>()
  const wanted = found.map((lead): number | string => {
    const { find } = aliasesOf(lead, false)
    const met = find.map((alias) => aliases.get(alias) ?? seen.get(alias)).find((one) => one !== undefined)
    const own = known.get(lead.key) ?? met ?? other.get(lead.key) ?? lead.key
    for (const alias of aliasesOf(lead, own === lead.key).learn) if (!seen.has(alias)) seen.set(alias, own)
    return own
  })
  const ids = await leads.upsertEntities(
    db,
    accountId,
    type,
    wanted.filter((one) => typeof one === 'string'),
  )
  const entities = wanted.map((one) => (typeof one === 'string' ? (ids.get(one) as number) : one))
  await learnAliases(
    db,
    accountId,
    type,
    entities.map((entityId, n) => {
      const lead = found[n] as Found
      return { entityId, aliases: aliasesOf(lead, wanted[n] === lead.key).learn }
    }),
  )
  return new Map(found.map(({ key }, n) => [key, entities[n] as number]))
}

/** The same key-work once per lead. */
function remembered(type: ListTypeId): (lead: Found) => Aliases {
  const known = new Map<Found, Aliases>()
  return (lead) => {
    const aliases = known.get(lead) ?? leadKeys(type, lead.values)
    known.set(lead, aliases)
    return aliases
  }
}

/**
 * Whom people of a source mean. What a source brings is known by all of it from then on, so that the same person of
 * another source is delivered and charged once.
 */
export function resolvePeople(db: Db, leads: Leads, accountId: number, found: readonly Found[]) {
  return resolve(db, leads, { accountId, type: 'people', found }, remembered('people'))
}

/**
 * Whom businesses of a source mean. One that a vendor brings is the corpus's where that knows it, so that it is charged
 * once whichever of the two brings it first. Businesses of the corpus are joined with those of vendors only.
 * @param isShared other sources are asked as well: they are to know what the corpus has brought
 */
export function resolvePlaces(
  db: Db,
  leads: Leads,
  accountId: number,
  found: readonly Found[],
  isShared: boolean,
): Promise<Map<string, number>> {
  const keysOf = remembered('local')
  const aliasesOf = (lead: Found, isNew: boolean): Aliases => {
    const { find, learn } = keysOf(lead)
    if (isOfVendor(lead)) return { find, learn: isNew ? [...learn, ...learn.map(byVendor)] : learn }
    return { find: find.map(byVendor), learn: isShared ? learn : [] }
  }
  return resolve(db, leads, { accountId, type: 'local', found }, aliasesOf, (unknown) =>
    corpusOf(db, unknown),
  )
}

/** Keys under which the corpus has what vendors have found, by position. */
async function corpusOf(db: Db, unknown: readonly Found[]): Promise<Map<number, string>> {
  const ofVendors = unknown.flatMap((lead, at) => (isOfVendor(lead) ? [{ at, values: lead.values }] : []))
  const keys = await corpusEntityKeys(
    db,
    'local',
    ofVendors.map(({ values }) => values),
  )
  return new Map([...keys].map(([n, key]) => [ofVendors[n]?.at as number, key]))
}
