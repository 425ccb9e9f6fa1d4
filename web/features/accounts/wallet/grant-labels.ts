import type { GrantKind } from '#contract/accounts/credits.ts'

/** Labels of credit kinds. */
export const KIND_LABELS: Record<GrantKind, string> = {
  allowance: 'Allowance',
  top_up: 'Top-up',
  promotional: 'Promotional',
}
