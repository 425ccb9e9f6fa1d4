/** What credits are: a package's allowance, bought or given, or a gift. */
export const GRANT_KINDS = ['allowance', 'top_up', 'promotional'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]
