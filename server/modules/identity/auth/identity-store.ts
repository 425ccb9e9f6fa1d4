import { type Generated, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

interface IdentityTable {
  id: Generated<number>
  user_id: number
  realm_id: number
  provider: 'google' | 'facebook'
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

/** A person's account at a vendor, as one of our client ids sees it. */
export interface IdentityKey {
  provider: 'google' | 'facebook'
  clientId: string
  subject: string
}

/** Users that this account at the vendor belongs to; of one realm, or of all when null. */
export async function findIdentityUsers(db: Db, key: IdentityKey, realmId: number | null): Promise<number[]> {
  let query = db
    .selectFrom('identity')
    .select('user_id')
    .where('provider', '=', key.provider)
    .where('client_id', '=', key.clientId)
    .where('subject', '=', key.subject)
  if (realmId !== null) query = query.where('realm_id', '=', realmId)
  return (await query.orderBy('realm_id').limit(5).execute()).map((row) => row.user_id)
}

/** Links an account at a vendor to a user. A link whose user was removed moves on. */
export const linkIdentity = (
  db: Db,
  key: IdentityKey & { userId: number; realmId: number; email: string | null },
) =>
  db
    .insertInto('identity')
    .values({
      user_id: key.userId,
      realm_id: key.realmId,
      provider: key.provider,
      client_id: key.clientId,
      subject: key.subject,
      email: key.email,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['realm_id', 'provider', 'client_id', 'subject'])
        .doUpdateSet({ user_id: key.userId, email: key.email })
        .where(
          sql<boolean>`not exists (select 1 from member u where u.id = identity.user_id and u.state <> 'removed')`,
        ),
    )
    .execute()
