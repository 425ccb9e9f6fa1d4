/** Every statistic in the order of the tabs: all that the first page of the application needs to know. */
export const STATISTIC_NAMES = [
  { id: 'credit-usage', label: 'Credit usage' },
  { id: 'login-activity', label: 'Login activity' },
  { id: 'monthly-credit-usage', label: 'Monthly credit usage' },
] as const

export type StatisticId = (typeof STATISTIC_NAMES)[number]['id']
