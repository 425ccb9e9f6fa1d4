import { MESSAGES } from '#contract/core/messages.ts'
import type { FieldErrors } from './form-errors.ts'

/** What is wrong with a password that is being set, typed twice. `min` is the site's shortest. */
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
