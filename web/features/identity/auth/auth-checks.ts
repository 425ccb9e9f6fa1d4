import { MESSAGES } from '#contract/core/messages.ts'
import type { FieldErrors } from '../../../lib/form-errors.ts'
import { passwordProblems } from '../../../lib/password-problems.ts'

/** Error of an email address by format; only the mail shows whether it exists. */
export function emailProblem(email: string): FieldErrors {
  if (!email.trim()) return { email: MESSAGES.required }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: MESSAGES.email }
}

/** Errors in name, password and terms of a person who joins. */
export function joinProblems(
  values: FieldErrors,
  site: { minPassword: number; terms: boolean },
): FieldErrors {
  return {
    ...(values.first_name?.trim() ? {} : { first_name: MESSAGES.required }),
    ...passwordProblems(values, site.minPassword),
    ...(site.terms && !values.accept_terms ? { accept_terms: MESSAGES.required } : {}),
  }
}

/** Errors of a person who registers, including the email. */
export const registerProblems = (
  values: FieldErrors,
  site: { minPassword: number; terms: boolean },
): FieldErrors => ({
  ...emailProblem(values.email ?? ''),
  ...joinProblems(values, site),
})
