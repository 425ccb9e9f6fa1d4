import type { Generated } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface IdentityTable {
  id: Generated<number>
  user_id: number
  realm_id: number
  provider: 'google' | 'facebook' | 'openid'
  client_id: string
  subject: string
  email: string | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    identity: IdentityTable
  }
}

/** A person's account at a provider, as seen by one of our client ids. */
export interface IdentityKey {
  provider: 'google' | 'facebook' | 'openid'
  clientId: string
  subject: string
}

/** Users linked to this provider account; in these realms, or in all when null. */
export async function findIdentityUsers(
  db: Db,
  key: IdentityKey,
  realms: readonly number[] | null,
): Promise<number[]> {
  let query = db
    .selectFrom('identity')
    .select('user_id')
    .where('provider', '=', key.provider)
    .where('client_id', '=', key.clientId)
    .where('subject', '=', key.subject)
  if (realms !== null) query = query.where('realm_id', 'in', realms)
  return (await query.orderBy('realm_id').limit(5).execute()).map((row) => row.user_id)
}

/** Links a provider account to a user. A removed user's link is reassigned. */
export async function linkIdentity(
  db: Db,
  {
    userId,
    realmId,
    provider,
    clientId,
    subject,
    email,
  }: IdentityKey & {
    userId: number
    realmId: number
    email: string | null
  },
): Promise<void> {
  const row = { realm_id: realmId, provider, client_id: clientId, subject }
  const linked = await db
    .selectFrom('identity')
    .select('user_id')
    .where((eb) => eb.and(row))
    .executeTakeFirst()
  const active =
    linked &&
    (await db
      .selectFrom('member')
      .select('id')
      .where('id', '=', linked.user_id)
      .where('state', '<>', 'removed')
      .executeTakeFirst())
  if (linked && !active)
    await db
      .deleteFrom('identity')
      .where((eb) => eb.and({ ...row, user_id: linked.user_id }))
      .execute()
  await db
    .insertInto('identity')
    .values({ ...row, user_id: userId, email })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
