import { type RawBuilder, sql } from 'kysely'
import type { Statistic, StatisticRow } from '#contract/admin/statistics/index.ts'
import { DIMENSIONS, type Dimension } from '#contract/core/dimensions.ts'
import { sourceLabel } from '#contract/sources/source-kinds/index.ts'
import type { DaySpan } from '#server/platform/db/day-span.ts'
import type { Db } from '#server/platform/db/db.ts'
import { FACTS, GROUPS } from './facts.ts'

type Sql = RawBuilder<unknown>

function selectMeasure({ facts }: Statistic, name: string, { timeZone }: DaySpan): Sql {
  const measures: Record<string, (timeZone: string) => Sql> = FACTS[facts].measures
  const measure = measures[name]
  if (!measure) throw new Error(`${facts} have no measure ${name}`)
  return measure(timeZone)
}

/** Columns of these measures. */
const columns = (statistic: Statistic, names: readonly string[], span: DaySpan): Sql =>
  sql.join(names.map((name) => sql`(${selectMeasure(statistic, name, span)})::bigint as ${sql.ref(name)}`))

const selectMonth = (statistic: Statistic, { timeZone }: DaySpan): Sql =>
  sql`to_char(${FACTS[statistic.facts].day(timeZone)}, 'YYYY-MM')`

/** The months from the first to the last day's, as YYYY-MM. */
export function listMonthNames({ from, to }: DaySpan): string[] {
  const months: string[] = []
  for (let at = new Date(`${from.slice(0, 7)}-01`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7)
    if (month > to.slice(0, 7)) return months
    months.push(month)
  }
}

/** The groups of a statistic with their measures, or with their total and months. */
function groups(statistic: Statistic, by: Dimension, span: DaySpan): Sql {
  const { facts, period, measures, total } = statistic
  const key = sql`${GROUPS[by].key} as key`
  const rows = FACTS[facts].rows(span)
  if (period === 'days')
    return sql`select ${key}, ${columns(statistic, Object.keys(measures), span)} ${rows} group by 1`
  const measure = selectMeasure(statistic, total, span)
  const day = FACTS[facts].day(span.timeZone)
  // Days are compared, because formatting each row's month for each month took ten times as long as all the rest.
  const cells = listMonthNames(span).map((month) => {
    const first = sql`${`${month}-01`}::date`
    const isInMonth = sql`${day} >= ${first} and ${day} < (${first} + interval '1 month')::date`
    return sql`coalesce(${measure} filter (where ${isInMonth}), 0)::float8`
  })
  return sql`select ${key}, (${measure})::bigint as total, array[${sql.join(cells)}] as months ${rows} group by 1`
}

/** A page of groups, the most first. Their names are looked up for the page only. */
export async function listGroups(
  db: Db,
  statistic: Statistic,
  { by, span, page, limit }: { by: Dimension; span: DaySpan; page: number; limit: number },
): Promise<{ rows: StatisticRow[]; total: number }> {
  const all = groups(statistic, by, span)
  const order = sql.ref(statistic.period === 'days' ? statistic.total : 'total')
  const counted = await sql<{ total: number }>`select count(*)::int as total from (${all}) g`.execute(db)
  const { rows } = await sql<StatisticRow>`
    select g.*, ${GROUPS[by].name}, case when g.key::text = '0' then '' else g.key::text end as key
    from (select * from (${all}) o order by ${order} desc, key limit ${limit} offset ${(page - 1) * limit}) g
    order by ${order} desc, g.key`.execute(db)
  const named = (row: StatisticRow) => ({
    ...row,
    name: row.key === '' ? DIMENSIONS.source.none : sourceLabel(row.key),
  })
  return { rows: by === 'source' ? rows.map(named) : rows, total: counted.rows[0]?.total ?? 0 }
}

/** The chart's measures of every day. */
export async function listDays(db: Db, statistic: Statistic, span: DaySpan) {
  const { series } = statistic.chart
  const { day, rows: facts } = FACTS[statistic.facts]
  const values = series.map((name) => sql`coalesce(c.${sql.ref(name)}, 0) as ${sql.ref(name)}`)
  const { rows } = await sql<{ day: string; [measure: string]: unknown }>`
    select to_char(d, 'YYYY-MM-DD') as day, ${sql.join(values)}
    from generate_series(${span.from}::date, ${span.to}::date, '1 day') d
    left join (
      select ${day(span.timeZone)} as day, ${columns(statistic, series, span)} ${facts(span)} group by 1
    ) c on c.day = d::date order by d`.execute(db)
  return rows
}

/** The total of every month. */
export async function listMonths(db: Db, statistic: Statistic, span: DaySpan): Promise<number[]> {
  const total = columns(statistic, [statistic.total], span)
  const { rows } = await sql<{ month: string; [measure: string]: unknown }>`
    select ${selectMonth(statistic, span)} as month, ${total} ${FACTS[statistic.facts].rows(span)} group by 1`.execute(
    db,
  )
  const found = new Map(rows.map((row) => [row.month, Number(row[statistic.total])]))
  return listMonthNames(span).map((month) => found.get(month) ?? 0)
}

/** The total by weekday, from Monday, and hour. */
export async function listHours(db: Db, statistic: Statistic, span: DaySpan): Promise<number[][]> {
  const { hour, rows: facts } = FACTS[statistic.facts]
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  if (!hour) return week
  const at = hour(span.timeZone)
  const { rows } = await sql<{ weekday: number; hour: number; amount: number }>`
    select extract(isodow from ${at})::int as weekday, extract(hour from ${at})::int as hour,
      (${selectMeasure(statistic, statistic.total, span)})::bigint as amount
    ${facts(span)} group by 1, 2`.execute(db)
  for (const { weekday, hour, amount } of rows) (week[weekday - 1] as number[])[hour] = amount
  return week
}
