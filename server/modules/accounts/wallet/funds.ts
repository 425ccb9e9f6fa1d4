import { AppError } from '#server/platform/errors.ts'

/** A person's cap of this calendar month. `spent` includes what the person's running work holds. */
export interface CapState {
  monthly: number
  spent: number
  left: number
}

/** The sources of a person's credits: the account's wallet and their own cap, null without one. */
export interface Funds {
  available: number
  cap: CapState | null
}

export const spendable = ({ available, cap }: Funds): number =>
  Math.max(0, Math.min(available, cap?.left ?? available))

/** Why `amount` credits cannot be held, or null. Names the lower of wallet and cap. */
export function refusal(
  funds: Funds,
  { amount, unitCost }: { amount: number; unitCost: number },
): AppError | null {
  const max = spendable(funds)
  if (amount <= max) return null
  const { available, cap } = funds
  const affordable = unitCost > 0 ? Math.floor(max / unitCost) : 0
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
