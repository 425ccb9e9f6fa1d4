import { AppError } from '#server/platform/errors.ts'

/** A person's cap of this calendar month. `spent` counts what the person's running work still holds. */
export interface CapState {
  monthly: number
  spent: number
  left: number
}

/** What someone can spend from: the account's wallet and their own cap, null when there is none. */
export interface Funds {
  available: number
  cap: CapState | null
}

/** Credits that can be spent. */
export const spendable = ({ available, cap }: Funds): number =>
  Math.max(0, Math.min(available, cap?.left ?? available))

/** Why `amount` credits cannot be held, or null. Of wallet and cap the one that leaves less is named. */
export function refusal(
  funds: Funds,
  { amount, unitCost }: { amount: number; unitCost: number },
): AppError | null {
  const most = spendable(funds)
  if (amount <= most) return null
  const { available, cap } = funds
  const affordable = unitCost > 0 ? Math.floor(most / unitCost) : 0
  if (!cap || available <= cap.left)
    return new AppError(
      'insufficient_credits',
      `This needs ${amount} credits to start and ${available} are available: enough for ${affordable} leads`,
      { details: { needed: amount, available, affordable } },
    )
  return new AppError(
    'credit_cap_reached',
    `This needs ${amount} credits to start and ${cap.left} of your ${cap.monthly} credits are left this month: enough for ${affordable} leads`,
    { details: { needed: amount, cap: cap.monthly, spent: cap.spent, left: cap.left, affordable } },
  )
}
