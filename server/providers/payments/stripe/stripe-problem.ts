import type Stripe from 'stripe'
import { AppError, conflict } from '#server/platform/errors.ts'
import { stripeSdk } from './stripe-client.ts'

type Fault = InstanceType<typeof Stripe.errors.StripeError>
const readFault = (error: unknown): Fault | null =>
  error instanceof stripeSdk().errors.StripeError ? (error as Fault) : null

/** Whether the Stripe account has revoked the platform's access. */
export const isStripeGone = (error: unknown): boolean => {
  const fault = readFault(error)
  return fault?.type === 'StripePermissionError' || fault?.code === 'account_invalid'
}

/** Converts a Stripe error to one for the caller; others are rethrown. */
export function stripeProblem(error: unknown): AppError {
  const fault = readFault(error)
  if (!fault) throw error
  if (isStripeGone(fault))
    return conflict('Stripe no longer gives access to this account. Connect it again', {
      cause: fault,
    })
  if (fault.type === 'StripeCardError') return conflict(`The card was declined. ${fault.message}`)
  if (fault.type === 'StripeInvalidRequestError' || fault.type === 'StripeInvalidGrantError')
    return conflict(`Stripe refused this: ${fault.message}`, { cause: fault })
  return new AppError('unavailable', 'Stripe can’t be reached right now. Try again in a minute', {
    cause: fault,
  })
}
