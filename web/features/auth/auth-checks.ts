import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { MESSAGES } from '#contract/messages.ts'
import type { ApiError } from '../../lib/api.ts'

/** Sentences per field; an empty object means that the form may be sent. */
export type Problems = Record<string, string>

/** What is wrong with an address at first sight; whether it exists only the mail tells. */
export function emailProblem(email: string): Problems {
  if (!email.trim()) return { email: MESSAGES.required }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? {} : { email: MESSAGES.email }
}

/** What is wrong with a password that is being set. `min` is the site's shortest. */
export function passwordProblem(password: string, min: number): Problems {
  if (!password) return { password: MESSAGES.required }
  if (password.length >= min) return {}
  const sentence =
    min === PASSWORD_MIN_LENGTH ? MESSAGES.passwordMin : `The password must be at least ${min} characters`
  return { password: sentence }
}

/** What is wrong with name, password and terms of a person who joins. */
export function joinProblems(values: Problems, site: { minPassword: number; terms: boolean }): Problems {
  return {
    ...(values.first_name?.trim() ? {} : { first_name: MESSAGES.required }),
    ...passwordProblem(values.password ?? '', site.minPassword),
    ...(site.terms && !values.accept_terms ? { accept_terms: 'Please accept the terms to go on' } : {}),
  }
}

/** The same of a person who registers, with the address. */
export const registerProblems = (
  values: Problems,
  site: { minPassword: number; terms: boolean },
): Problems => ({
  ...emailProblem(values.email ?? ''),
  ...joinProblems(values, site),
})

/** The server's sentence about a code of a mail stands at its field. */
export const wrongCode = (error: ApiError): Problems =>
  error.code === 'invalid_code' ? { code: error.message } : {}
