import { type RawBuilder, sql } from 'kysely'
import { hasOtherHolder, listHolders, namesOfPeople } from '#server/modules/sources/corpus/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { folded } from '#server/platform/db/folded.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { makePattern } from './person-patterns.ts'
import type { PersonTable } from './person-tables.ts'
import type { Names, PersonValue } from './person-values.ts'

/** Scope of an erasure: accounts, and for an administrator also rows without an account. */
export interface ErasureScope {
  accountIds: number[]
  isEverywhere: boolean
}

/** A row by its table's primary key columns, as text. */
export type RowKey = string[]

const URLS = sql`array_remove(array[l.fields ->> 'linkedin_url', l.fields ->> 'github_url', l.fields ->> 'x_url'], null)`

/** How values find leads: emails by their index, phones by the text index. Profiles have none. */
function byIndex({ kind, value }: PersonValue): RawBuilder<boolean> | null {
  if (kind === 'email') return sql<boolean>`l.email is not null and lower(l.email) = ${value}`
  if (kind === 'phone')
    return sql<boolean>`${folded(sql`l.search`)} like ${containing(value)} and l.phone = ${value}`
  return null
}

export interface FoundLead extends Names {
  account_id: number
  list_id: number
  id: number
  type: string
}

/** Leads found by indexes for these values, active or deleted; at most `limit`. */
export async function leadsByIndex(
  db: Db,
  { accountIds }: ErasureScope,
  values: readonly PersonValue[],
  limit: number,
): Promise<FoundLead[]> {
  const found: FoundLead[] = []
  for (const condition of values.map(byIndex)) {
    if (!condition) continue
    const { rows } = await sql<FoundLead>`
      select l.account_id, l.list_id, l.id, l.email, l.phone, ${URLS} as urls, list.type
      from lead_info l join list_info as list on list.account_id = l.account_id and list.id = l.list_id
      where l.account_id = any(${accountIds}::bigint[]) and ${condition} limit ${limit}`.execute(db)
    found.push(...rows)
  }
  return found
}

/** Names of people in people lists, or of the corpus. */
export async function namesIn(db: Db, table: PersonTable, keys: readonly RowKey[]): Promise<Names[]> {
  const ids = keys.map((key) => Number(key.at(-1)))
  if (table.name !== 'lead') return namesOfPeople(db, ids)
  const { rows } = await sql<Names>`select l.email, l.phone, ${URLS} as urls
    from lead_info l join list_info as list on list.account_id = l.account_id and list.id = l.list_id and list.type = 'people'
    where l.account_id = any(${keys.map((key) => Number(key[0]))}::bigint[])
      and l.list_id = any(${keys.map((key) => Number(key[1]))}::bigint[]) and l.id = any(${ids}::bigint[])`.execute(
    db,
  )
  return rows
}

/** Whether a phone is also of someone `first` does not name: then it does not identify the person. */
export async function isSharedPhone(
  db: Db,
  scope: ErasureScope,
  phone: string,
  first: PersonValue,
): Promise<boolean> {
  const pattern = makePattern(first).sql
  const { rows } = await sql`select 1 from lead_info
    where account_id = any(${scope.accountIds}::bigint[]) and ${folded(sql`search`)} like ${containing(phone)} and phone = ${phone}
      and not concat_ws(e'\n', email, fields::text) ~* ${pattern} limit 1`.execute(db)
  return rows.length > 0 || (scope.isEverywhere && hasOtherHolder(db, phone, pattern))
}

/** Whether people or businesses with different names share a phone: then it does not identify one. */
export async function hasSeveralOwners(db: Db, scope: ErasureScope, phone: string): Promise<boolean> {
  const { rows } = await sql<{ holder: string }>`
    select distinct lower(coalesce(name, email)) as holder from lead_info
    where account_id = any(${scope.accountIds}::bigint[]) and ${folded(sql`search`)} like ${containing(phone)} and phone = ${phone}
      and coalesce(name, email) is not null limit 2`.execute(db)
  const holders = new Set(rows.map(({ holder }) => holder))
  if (scope.isEverywhere) for (const holder of await listHolders(db, phone, 2)) holders.add(holder)
  return holders.size > 1
}
