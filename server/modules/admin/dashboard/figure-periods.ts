import { FIGURES, type Figure, type FigureName } from '#contract/admin/dashboard.ts'

export interface FigureRow {
  day: string
  name: string
  currency: string
  value: number
}

/** State at the end of a day, rather than events on it. */
const LEVELS: ReadonlySet<FigureName> = new Set(['accounts', 'users', 'active_users'])

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0)
const last = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null

/** Figures of a period and of the previous one: `rows` has both, `days` those of the period. */
export function makeFigures(
  rows: readonly FigureRow[],
  before: readonly string[],
  days: readonly string[],
): Figure[] {
  const byKey = Map.groupBy(rows, ({ name, currency }) => `${name} ${currency}`)
  const makePoints = (key: string, of: readonly string[], isLevel: boolean) => {
    const values = new Map(byKey.get(key)?.map(({ day, value }) => [day, value]))
    return of.map((day) => values.get(day) ?? (isLevel ? null : 0))
  }
  const figure = (name: FigureName, currency: string): Figure => {
    const isLevel = LEVELS.has(name)
    const [now, then] = [days, before].map((of) => makePoints(`${name} ${currency}`, of, isLevel)) as [
      (number | null)[],
      (number | null)[],
    ]
    const total = isLevel ? last : sum
    return {
      name,
      currency: currency || null,
      value: total(now),
      before: total(then),
      days: days.map((day, at) => ({ day, value: now[at] ?? null })),
    }
  }
  const hitRate = (): Figure => {
    const rate = (hits: number, requests: number) => (requests === 0 ? null : hits / requests)
    const parts = (of: readonly string[]) =>
      [makePoints('hits ', of, false), makePoints('asked ', of, false)] as const
    const [[hits, total], [oldHits, oldRequests]] = [parts(days), parts(before)]
    return {
      name: 'hit_rate',
      currency: null,
      value: rate(sum(hits), sum(total)),
      before: rate(sum(oldHits), sum(oldRequests)),
      days: days.map((day, at) => ({ day, value: rate(hits[at] ?? 0, total[at] ?? 0) })),
    }
  }
  const currencies = [
    ...new Set(rows.filter(({ name }) => name === 'revenue').map(({ currency }) => currency)),
  ].sort()
  return FIGURES.flatMap((name) => {
    if (name === 'hit_rate') return [hitRate()]
    return name === 'revenue' ? currencies.map((currency) => figure(name, currency)) : [figure(name, '')]
  })
}
