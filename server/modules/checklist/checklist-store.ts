import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** What is known about the first steps of a user in the account. `has_team`: somebody else is in it or invited. */
export const findFirstSteps = (db: Db, userId: number) =>
  db
    .selectFrom('app_user as u')
    .where('u.id', '=', userId)
    .select([
      sql<boolean>`u.confirmed_at is not null`.as('confirmed'),
      sql<boolean>`u.checklist_dismissed_at is not null`.as('dismissed'),
      sql<boolean>`exists (
        select from app_user o where o.account_id = u.account_id and o.id <> u.id and o.state <> 'removed'
      ) or exists (
        select from invitation i
        where i.account_id = u.account_id
          and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
      )`.as('has_team'),
    ])
    .executeTakeFirst()

export const setDismissed = (db: Db, userId: number, dismissed: boolean) =>
  db
    .updateTable('app_user')
    .set({ checklist_dismissed_at: dismissed ? sql<Date>`now()` : null })
    .where('id', '=', userId)
    .execute()
