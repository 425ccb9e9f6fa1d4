import { type SqlBool, sql } from 'kysely'
import { activeOwner } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type Actor, isAdministrator } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'

/**
 * Accounts below the caller's in which it may act as their first owner, as `a` with that `owner`: what `canActAs` and
 * `whyNotActedAs` allow, for lists that are too long to ask for each.
 */
export const accountsToActIn = (db: Db, actor: Actor) =>
  db
    .selectFrom('account_node as a')
    .innerJoinLateral(
      activeOwner(db, 'a.id').select(['u.email', 'u.role', 'u.refuses_acting']).as('owner'),
      (join) => join.onTrue(),
    )
    .leftJoin('active_plan as plan', 'plan.account_id', 'a.id')
    .where(sql<SqlBool>`${actor.accountId} = any(a.path)`)
    .where('a.id', '<>', actor.accountId)
    .where('a.closed_at', 'is', null)
    .where('owner.role', '<>', 'admin')
    .where(sql<SqlBool>`(${isAdministrator(actor)} or coalesce(plan.log_in_as, 'unless_refused') <> 'never')`)
    .where(sql<SqlBool>`(not owner.refuses_acting or plan.log_in_as = 'always')`)
    .where(sql<SqlBool>`${can(actor, 'log_in_as')}`)
