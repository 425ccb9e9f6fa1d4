import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'

/** State of a user's first steps in the account. `has_team`: someone else is in it or invited. */
export const findFirstSteps = (db: Db, userId: number) =>
  db
    .selectFrom('member as u')
    .where('u.id', '=', userId)
    .select([
      sql<boolean>`u.confirmed_at is not null`.as('confirmed'),
      sql<boolean>`u.checklist_dismissed_at is not null`.as('dismissed'),
      sql<boolean>`exists (
        select from member o where o.account_id = u.account_id and o.id <> u.id and o.state <> 'removed'
      ) or exists (
        select from invitation_info i
        where i.account_id = u.account_id
          and i.accepted_at is null and i.withdrawn_at is null and i.expires_at > now()
      )`.as('has_team'),
    ])
    .executeTakeFirst()
