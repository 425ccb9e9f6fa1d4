import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { FieldErrors } from '../../lib/form-errors.ts'

/** What is wrong with an address at first sight; whether it exists only the mail tells. */
export function emailProblem(email: string): FieldErrors {
  if (!email.trim()) return { email: MESSAGES.required }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: MESSAGES.email }
}

/** What is wrong with a password that is being set. `min` is the site's shortest. */
export function passwordProblem(password: string, min: number): FieldErrors {
  if (!password) return { password: MESSAGES.required }
  if (password.length >= min) return {}
  const sentence =
    min === PASSWORD_MIN_LENGTH ? MESSAGES.passwordMin : `The password must be at least ${min} characters`
  return { password: sentence }
}

/** What is wrong with name, password and terms of a person who joins. */
export function joinProblems(
  values: FieldErrors,
  site: { minPassword: number; terms: boolean },
): FieldErrors {
  return {
    ...(values.first_name?.trim() ? {} : { first_name: MESSAGES.required }),
    ...passwordProblem(values.password ?? '', site.minPassword),
    ...(site.terms && !values.accept_terms ? { accept_terms: 'Accept the terms to continue' } : {}),
  }
}

/** The same of a person who registers, with the address. */
export const registerProblems = (
  values: FieldErrors,
  site: { minPassword: number; terms: boolean },
): FieldErrors => ({
  ...emailProblem(values.email ?? ''),
  ...joinProblems(values, site),
})
