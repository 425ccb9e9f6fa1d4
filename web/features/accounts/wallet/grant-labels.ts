import type { GrantKind } from '#contract/accounts/credits.ts'

/** Kinds of credits in words. */
export const KIND_LABELS: Record<GrantKind, string> = {
  allowance: 'Allowance',
  top_up: 'Top-up',
  promotional: 'Promotional',
}
