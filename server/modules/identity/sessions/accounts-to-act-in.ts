import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { inTreeOf } from '#server/platform/db/in-tree-of.ts'
import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/** The first active owner of each account of a tree. One query for all: asked for each account, it takes three times as long. */
const ownersBelow = (db: Db, accountId: number) =>
  db
    .selectFrom('member as u')
    .innerJoin('account_node as n', 'n.id', 'u.account_id')
    .distinctOn('u.account_id')
    .select(['u.account_id', 'u.email', 'u.role', 'u.refuses_acting'])
    .where(inTreeOf(accountId, 'n.path'))
    .where('u.is_owner', '=', true)
    .where('u.state', '=', 'active')
    .orderBy('u.account_id')
    .orderBy('u.id')

/**
 * Accounts below the caller's in which it may act as their first owner, as `a` with that `owner`: what `canActAs` and
 * `whyNotActedAs` allow, for lists that are too long to ask for each.
 */
export const accountsToActIn = (db: Db, actor: Actor) =>
  db
    .selectFrom('account_node as a')
    .innerJoin(ownersBelow(db, actor.accountId).as('owner'), 'owner.account_id', 'a.id')
    .leftJoin('active_plan as plan', 'plan.account_id', 'a.id')
    .where(inTreeOf(actor.accountId, 'a.path'))
    .where('a.id', '<>', actor.accountId)
    .where('a.closed_at', 'is', null)
    .where('owner.role', '<>', 'admin')
    .where(sql<SqlBool>`(${isAdministrator(actor)} or coalesce(plan.log_in_as, 'unless_refused') <> 'never')`)
    .where(sql<SqlBool>`(not owner.refuses_acting or plan.log_in_as = 'always')`)
    .where(sql<SqlBool>`${can(actor, 'log_in_as')}`)
