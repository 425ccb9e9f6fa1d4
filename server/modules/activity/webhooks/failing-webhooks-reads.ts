import { sql } from 'kysely'
import type { WebhookProblem } from '#contract/activity/failing-webhooks.ts'
import { activeOwner } from '#server/modules/core/tables/index.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import { LAST_DELIVERY } from './deliveries-reads.ts'

export interface FailingQuery {
  page: number
  limit: number
  state?: WebhookProblem
  search?: string
}

const PROBLEMS: Record<WebhookProblem, ReturnType<typeof sql<boolean>>> = {
  failing: sql<boolean>`(w.is_active and w.failing_since is not null)`,
  stopped: sql<boolean>`(w.off_reason in ('gone', 'failing'))`,
  off: sql<boolean>`(w.off_reason = 'person')`,
}
const ANY_PROBLEM = sql<boolean>`(${sql.join(Object.values(PROBLEMS), sql` or `)})`

/** Webhooks of open accounts with this problem, or with any. */
const withProblem = (db: Db, state: WebhookProblem | undefined) =>
  db
    .selectFrom('webhook as w')
    .innerJoin('account_node as a', 'a.id', 'w.account_id')
    .leftJoinLateral(activeOwner(db, 'w.account_id').select('u.email').as('owner'), (join) => join.onTrue())
    .where('w.deleted_at', 'is', null)
    .where('a.closed_at', 'is', null)
    .where(state ? PROBLEMS[state] : ANY_PROBLEM)

/** A page of webhooks of all accounts that deliver nothing, the latest problem first. */
export function listFailing(db: Db, { page, limit, state, search }: FailingQuery) {
  let found = withProblem(db, state)
  if (search) {
    const pattern = containing(search)
    found = found.where((eb) => eb.or([eb('a.name', 'ilike', pattern), eb('owner.email', 'ilike', pattern)]))
  }
  const shown = found
    .select(['w.account_id', 'w.id', 'w.name', 'w.url', 'w.events', 'w.origin', 'w.is_active'])
    .select(['w.off_reason', 'w.off_at', 'w.failing_since', 'w.created_at'])
    .select(['a.name as account_name', 'owner.email as owner_email', LAST_DELIVERY.as('last')])
    .orderBy(sql`coalesce(w.off_at, w.failing_since)`, 'desc')
    .orderBy('w.id', 'desc')
  return readPage(found, shown, { page, limit })
}

export type FailingView = Awaited<ReturnType<typeof listFailing>>['rows'][number]
