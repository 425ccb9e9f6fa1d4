import type { Figure, FigureName } from '#contract/admin/dashboard.ts'
import { formatMinor, formatNumber, formatPercent } from '#web/lib/format.ts'

interface FigureFormat {
  label: string
  /** The page that lists it. */
  to: string
  /** Shown as bars per day rather than as a line. */
  bars?: true
}

export const FIGURE_LOOKS: Record<FigureName, FigureFormat> = {
  accounts: { label: 'Accounts', to: '/admin/users' },
  new_accounts: { label: 'New accounts', to: '/admin/users', bars: true },
  users: { label: 'Users', to: '/admin/users' },
  active_users: { label: 'Active users, last 30 days', to: '/admin/user-analytics/login-activity' },
  searches: { label: 'Searches', to: '/admin/user-analytics/credit-usage', bars: true },
  credits_issued: { label: 'Credits issued', to: '/admin/user-analytics/credit-usage', bars: true },
  credits_spent: { label: 'Credits spent', to: '/admin/user-analytics/credit-usage', bars: true },
  revenue: { label: 'Revenue', to: '/admin/reports', bars: true },
  hit_rate: { label: 'Hit rate', to: '/admin/searchers' },
}

export const figureId = ({ name, currency }: Figure): string => (currency ? `${name}-${currency}` : name)
export const figureLabel = ({ name, currency }: Figure): string =>
  currency ? `${FIGURE_LOOKS[name].label}, ${currency}` : FIGURE_LOOKS[name].label

/** Formats a value of a figure. */
export function figureValue(
  { name, currency }: Pick<Figure, 'name' | 'currency'>,
  value: number | null,
): string {
  if (value === null) return '–'
  if (currency) return formatMinor(value, currency)
  return name === 'hit_rate' ? formatPercent(value) : formatNumber(value)
}

/** Change of a figure against the previous period: "+12% vs. previous 30 days". */
export function figureChange({ name, value, before }: Figure, days: number): string {
  if (value === null || before === null) return 'No earlier figures'
  const than = `vs. previous ${days} days`
  if (name === 'hit_rate') {
    const points = Math.round((value - before) * 100)
    return points === 0 ? `Unchanged ${than}` : `${points > 0 ? '+' : '−'}${Math.abs(points)} points ${than}`
  }
  if (value === before) return `Unchanged ${than}`
  if (before === 0) return `None in the previous ${days} days`
  const change = (value - before) / Math.abs(before)
  return `${change > 0 ? '+' : '−'}${formatPercent(Math.round(Math.abs(change) * 100) / 100)} ${than}`
}
