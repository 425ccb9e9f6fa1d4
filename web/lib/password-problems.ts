import { MESSAGES } from '#contract/core/messages.ts'
import type { FieldErrors } from './form-errors.ts'

/** Problems of a new password that was entered twice. `min` is the site's minimum length. */
export function passwordProblems(
  { password = '', password_confirmation = '' }: { password?: string; password_confirmation?: string },
  min: number,
): FieldErrors {
  const errors: FieldErrors = {}
  if (!password) errors.password = MESSAGES.required
  else if (password.length < min) errors.password = MESSAGES.passwordMin(min)
  if (!password_confirmation) errors.password_confirmation = MESSAGES.required
  else if (password_confirmation !== password) errors.password_confirmation = MESSAGES.passwordsMatch
  return errors
}
