import { type SqlBool, sql } from 'kysely'
import { selectOwners } from '#server/modules/accounts/accounts/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { conflict } from '#server/platform/errors.ts'
import { type Actor, withModules } from '#server/platform/http/actor.ts'

/** Accounts that may have a site of their own, in the whole tree below the installation’s. */
const listSellers = (db: Db) =>
  db
    .selectFrom('account_node')
    .select(['id', 'name', 'realm_id'])
    .where('parent_id', 'is not', null)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`'whitelabel' = any(modules)`)
    .orderBy('id')
    .execute()

/**
 * Resellers by how documents name them: the address of their first owner, with the name of the account behind it where
 * that address owns several, in different realms. The administrator as whoever changes their settings.
 * @throws AppError conflict for two that can’t be told apart
 */
export async function findResellers(ctx: Context, administrator: Actor): Promise<Map<string, Actor>> {
  const owned: { email: string; account: Awaited<ReturnType<typeof listSellers>>[number] }[] = []
  for (const account of await listSellers(ctx.db)) {
    const [owner] = await selectOwners(ctx.db, account.id)
    if (owner) owned.push({ email: owner.email.toLowerCase(), account })
  }
  const ofEmail = Map.groupBy(owned, ({ email }) => email)
  const resellers = new Map<string, Actor>()
  for (const { email, account } of owned) {
    const key = ofEmail.get(email)?.length === 1 ? email : `${email}/${account.name}`
    if (resellers.has(key))
      throw conflict(`Two accounts of ${email} have the name “${account.name}”. Rename one of them`)
    resellers.set(key, {
      ...withModules(administrator, ['whitelabel']),
      accountId: account.id,
      realmId: account.realm_id,
    })
  }
  return resellers
}
