import { type RawBuilder, sql } from 'kysely'
import type { FactName, MeasureOf } from '#contract/admin/statistics/index.ts'
import type { Dimension } from '#contract/core/dimensions.ts'
import type { DaySpan } from '#server/platform/db/day-span.ts'

type Sql = RawBuilder<unknown>

/** A table `u` of what a job has counted, with the account `a`. */
interface Facts<Measure extends string> {
  rows(span: DaySpan): Sql
  /** Its day, in the platform's time zone. */
  day(timeZone: string): Sql
  /** Its moment, in the platform's time zone, where that is known to the hour. */
  hour?(timeZone: string): Sql
  /** Aggregates that are whole numbers. */
  measures: Record<Measure, (timeZone: string) => Sql>
}

const localHour = (timeZone: string) => sql`(u.hour at time zone ${timeZone})`

export const FACTS: { [F in FactName]: Facts<MeasureOf<F>> } = {
  usage: {
    rows: ({ from, to }) =>
      sql`from usage_day u join account_node a on a.id = u.account_id where u.day between ${from} and ${to}`,
    day: () => sql`u.day`,
    measures: { credits: () => sql`sum(u.credits)`, charges: () => sql`sum(u.charges)` },
  },
  sign_ins: {
    rows: ({ timeZone, from, to }) =>
      sql`from sign_in_hour u join account_node a on a.id = u.account_id
        where u.hour >= (${from}::date::timestamp at time zone ${timeZone})
          and u.hour < ((${to}::date + 1)::timestamp at time zone ${timeZone})`,
    day: (timeZone) => sql`${localHour(timeZone)}::date`,
    hour: localHour,
    measures: {
      sign_ins: () => sql`sum(u.sign_ins)`,
      users: () => sql`count(distinct u.user_id)`,
      days: (timeZone) => sql`count(distinct ${localHour(timeZone)}::date)`,
    },
  },
}

const accountName = sql`coalesce((select n.name from account_node n where n.id = g.key), '') as name, null as account`
const code = sql`g.key::text as name, null as account`

/** What rows are grouped by, and how a group `g` is named. The reseller is the account below the platform. */
export const GROUPS: Record<Dimension, { key: Sql; name: Sql }> = {
  user: {
    key: sql`u.user_id`,
    name: sql`coalesce((select m.name from member m where m.id = g.key), '') as name,
      (select n.name from member m join account_node n on n.id = m.account_id where m.id = g.key) as account`,
  },
  account: { key: sql`u.account_id`, name: accountName },
  reseller: { key: sql`case when cardinality(a.path) > 2 then a.path[2] else 0 end`, name: accountName },
  type: { key: sql`u.charge_kind`, name: code },
  source: { key: sql`u.source`, name: code },
}
