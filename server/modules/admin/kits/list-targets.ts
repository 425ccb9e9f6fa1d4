import { sql } from 'kysely'
import { type KitTarget, MAX_TARGET_SELLERS } from '#contract/admin/kit-rollouts.ts'
import { accountsToActIn } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'

interface TargetQuery {
  page: number
  limit: number
  search?: string
  seller_id?: number
  account_id?: number
}

const targets = (db: Db, actor: Actor) =>
  accountsToActIn(db, actor).innerJoin('account_node as seller', 'seller.id', 'a.parent_id')

function matching(db: Db, actor: Actor, { search, seller_id, account_id }: TargetQuery) {
  let found = targets(db, actor)
  if (seller_id !== undefined) found = found.where('seller.id', '=', seller_id)
  if (account_id !== undefined) found = found.where('a.id', '=', account_id)
  if (search) {
    const pattern = containing(search)
    found = found.where((eb) =>
      eb.or((['a.name', 'owner.email', 'seller.name'] as const).map((name) => eb(name, 'ilike', pattern))),
    )
  }
  return found
}

/** Sellers with how many accounts each has, one's own first. */
const listSellers = (db: Db, actor: Actor) =>
  targets(db, actor)
    .select((eb) => ['seller.id', 'seller.name', eb.fn.countAll<number>().as('accounts')])
    .groupBy(['seller.id', 'seller.name'])
    .orderBy(sql`seller.id <> ${actor.accountId}`)
    .orderBy(sql`lower(seller.name)`)
    .orderBy('seller.id')
    .limit(MAX_TARGET_SELLERS)
    .execute()

/** Accounts that a kit can be rolled out to: one's own customers first, then those of each reseller. */
export async function listTargets(ctx: Context, actor: Actor, query: TargetQuery) {
  const base = matching(ctx.db, actor, query)
  const sorted = base
    .select(['a.id', 'a.name', 'owner.email', 'plan.name as package'])
    .select(['seller.id as seller_id', 'seller.name as seller_name'])
    .orderBy(sql`seller.id <> ${actor.accountId}`)
    .orderBy(sql`lower(seller.name)`)
    .orderBy('seller.id')
    .orderBy(sql`lower(a.name)`)
    .orderBy('a.id')
  const { rows, total } = await readPage(base, sorted, query)
  const data = rows.map(
    ({ id, name, email, package: packageName, seller_id, seller_name }): KitTarget => ({
      account_id: id,
      account: name,
      email,
      package: packageName,
      seller: { id: seller_id, name: seller_name },
    }),
  )
  const sellers = (await listSellers(ctx.db, actor)).map((row) => ({
    ...row,
    accounts: Number(row.accounts),
  }))
  return { ...pageReply(data, query, total), sellers }
}
