import * as z from 'zod/mini'
import type { Capability } from '../../core/capabilities.ts'
import { Day, numberedPage, numberedPageQuery } from '../../core/common.ts'
import { defineArea } from '../../core/define-area.ts'
import type { Dimension } from '../../core/dimensions.ts'
import type { Endpoint } from '../../core/endpoint.ts'
import { STATISTIC_NAMES, type StatisticId } from './names.ts'

export const statisticsArea = defineArea({
  tag: 'User analytics',
  access: { can: 'see_admin' },
  scope: 'admin',
})

/** What is counted, with its measures. The server's `facts.ts` says where they are. */
interface Facts {
  /** Charges, without refunded ones. */
  usage: 'credits' | 'charges'
  /** Sign-ins of people themselves, not of others logged in as them. */
  sign_ins: 'sign_ins' | 'users' | 'days'
}
export type FactName = keyof Facts
export type MeasureOf<F extends FactName> = Facts[F]

interface Measure {
  label: string
  /** Not in the table of this group, where it says nothing. */
  exceptBy?: Dimension
}

/** A statistic as data: its API, page, file and command derive from it. */
export interface Statistic {
  /** Its name in addresses, files and on the command line, such as `credit-usage`. */
  id: StatisticId
  label: string
  can: Capability
  /** `days`: measures by group, and a chart by day. `months`: the total by group and calendar month. */
  period: 'days' | 'months'
  facts: FactName
  measures: Readonly<Record<string, Measure>>
  /** The measure that orders the rows and is summed. */
  total: string
  /** What rows can be grouped by; the first one is the default. */
  by: readonly [Dimension, ...Dimension[]]
  chart: { title: string; kind: 'bars' | 'lines' | 'stacked'; series: readonly string[] }
  /** Caption of the table of its total by weekday and hour; only of days, and facts with an hour. */
  hours?: string
  /** When there is nothing: title of the page, of an empty list, and what will appear. */
  empty: { title: string; short: string; hint: string }
}

/** `can` is `see_admin` by default; measures are those of its facts. */
type Draft = Omit<Statistic, 'id' | 'label' | 'can' | 'facts'> & {
  can?: Capability
  summary: string
  description?: string
} & {
    [F in FactName]: {
      facts: F
      measures: { [M in MeasureOf<F>]?: Measure }
      total: MeasureOf<F>
      chart: { series: readonly MeasureOf<F>[] }
    }
  }[FactName]

/** A group with its measures, or its total and months. */
export interface StatisticRow {
  /** Id of the group; empty for nobody. */
  key: string
  name: string
  account: string | null
  months?: number[]
  [measure: string]: unknown
}

interface StatisticReply {
  data: StatisticRow[]
  currentPage: number
  pageSize: number
  total: number
  from?: string
  to?: string
  days?: { day: string; [measure: string]: unknown }[]
  hours?: number[][]
  months?: string[]
  totals?: number[]
  [measure: string]: unknown
}

export interface StatisticChoices {
  by: Dimension
  from?: string
  to?: string
  months?: number
}

export type StatisticEndpoint = Endpoint<
  undefined,
  z.ZodMiniType<StatisticChoices & { page: number; limit: number }>,
  undefined,
  z.ZodMiniType<StatisticReply>
> & { statistic: Statistic }

const ROW = {
  key: z.string().check(z.describe('Id of the group; empty for nobody')),
  name: z.string().check(z.describe('Empty for nobody, and for accounts without a reseller')),
  account: z.nullable(z.string()).check(z.describe('Account of a user')),
}
const numbers = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, z.int()]))

const span = { from: z.optional(Day), to: z.optional(Day) }
const months = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(36)), 12)

/** What a statistic takes beside the page. */
export const makeChoices = ({ period, by }: Pick<Statistic, 'period' | 'by'>) => ({
  ...(period === 'days' ? span : { months }),
  by: z._default(z.enum(by), by[0]),
})

const dailyReply = ({ measures, total, chart, hours }: Statistic) =>
  z.extend(numberedPage(z.object({ ...ROW, ...numbers(Object.keys(measures)) })), {
    from: z.string(),
    to: z.string(),
    [total]: z.int().check(z.describe('Total of all rows')),
    days: z.array(z.object({ day: z.string(), ...numbers(chart.series) })),
    ...(hours && {
      hours: z.array(z.array(z.int())).check(z.describe('Seven days from Monday, each with 24 hours')),
    }),
  })

const monthlyReply = z.extend(numberedPage(z.object({ ...ROW, total: z.int(), months: z.array(z.int()) })), {
  months: z.array(z.string()).check(z.describe('YYYY-MM, the oldest first')),
  totals: z.array(z.int()),
})

const OPTIONS = {
  days: { from: 'First day, such as 2026-01-31; by default 30 days ago', to: 'Last day; today by default' },
  months: { months: 'Months, including the current one (12 by default)' },
}

/** Columns of the command's table. */
const makeColumns = ({ period, measures, total }: Statistic): Record<string, string> => {
  const title = (name: string) => `>${name.toUpperCase().replaceAll('_', '-')}`
  if (period === 'months') return { NAME: 'name', [title(total)]: 'total|number', 'BY MONTH': 'months|words' }
  return {
    NAME: 'name',
    ...Object.fromEntries(Object.keys(measures).map((name) => [title(name), `${name}|number`])),
  }
}

/** Declares a statistic: an endpoint that carries it. */
export function defineStatistic(
  id: StatisticId,
  { summary, description, ...draft }: Draft,
): StatisticEndpoint {
  const { label } = STATISTIC_NAMES.find((name) => name.id === id) as (typeof STATISTIC_NAMES)[number]
  const statistic: Statistic = { id, label, can: 'see_admin', ...draft }
  const { can, period } = statistic
  const endpoint = statisticsArea.get(`/api/admin/user-analytics/${id}`, {
    name: `userAnalytics.${id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    access: { can },
    reads: ['dashboard'],
    summary,
    ...(description && { description }),
    query: z.strictObject({ ...numberedPageQuery, ...makeChoices(statistic) }),
    reply: period === 'days' ? dailyReply(statistic) : monthlyReply,
    cli: {
      name: `statistics ${id}`,
      options: { by: 'Group by {choices}', ...OPTIONS[period] },
      notes: ['For administrators.'],
      examples: [`leadwright statistics ${id} --by ${statistic.by.at(-1)} --json`],
      columns: makeColumns(statistic),
    },
  })
  return { ...endpoint, statistic } as unknown as StatisticEndpoint
}
