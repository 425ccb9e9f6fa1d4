import { PASSWORD_MIN_LENGTH } from '#contract/core/constants.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import type { FieldErrors } from '../../../lib/form-errors.ts'

/** Validates the sign-in form with the product's messages, before the request. */
export function checkLogin(input: { email: string; password: string }): FieldErrors {
  const errors: FieldErrors = {}
  if (!input.email.trim()) errors.email = MESSAGES.required
  if (!input.password) errors.password = MESSAGES.required
  else if (input.password.length < PASSWORD_MIN_LENGTH) errors.password = MESSAGES.passwordMin()
  return errors
}
