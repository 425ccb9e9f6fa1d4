import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { lockRow, updateRows } from '#server/platform/db/rows.ts'

interface BusinessProfileTable {
  account_id: number
  id: Generated<number>
  name: string
  website: string
  address: string
  description: string
  offer: string
  proof: string
  tone: string
  banned_phrases: string[]
  signature: string
  version: Generated<number>
  updated_by: number | null
  updated_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    business_profile: BusinessProfileTable
  }
}

/** Fields people fill in. */
export type ProfileFields = Omit<
  BusinessProfileTable,
  'account_id' | 'id' | 'version' | 'updated_by' | 'updated_at'
>

/** An account's profile with the name of its last editor. */
export const findProfile = (db: Db, accountId: number) =>
  db
    .selectFrom('business_profile as p')
    .leftJoin('member as u', (join) =>
      join.onRef('u.id', '=', 'p.updated_by').onRef('u.account_id', '=', 'p.account_id'),
    )
    .selectAll('p')
    .select('u.name as editor')
    .where('p.account_id', '=', accountId)
    .executeTakeFirst()
export type ProfileRow = NonNullable<Awaited<ReturnType<typeof findProfile>>>

/** Locks the profile until the transaction ends. */
export const lockProfile = (db: Db, accountId: number) =>
  lockRow(db, 'business_profile', { account_id: accountId }, ['id'])

/** Creates the profile; false when it exists. */
export async function insertProfile(
  db: Db,
  { accountId, userId, fields }: { accountId: number; userId: number; fields: ProfileFields },
): Promise<boolean> {
  const inserted = await db
    .insertInto('business_profile')
    .values({ ...fields, account_id: accountId, updated_by: userId })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const saveProfile = (
  db: Db,
  { accountId, userId, fields }: { accountId: number; userId: number; fields: ProfileFields },
) =>
  updateRows(
    db,
    'business_profile',
    { account_id: accountId },
    {
      ...fields,
      version: sql<number>`version + 1`,
      updated_by: userId,
      updated_at: sql<Date>`now()`,
    },
  )
