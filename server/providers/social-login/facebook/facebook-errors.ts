import * as z from 'zod/mini'
import { SocialLoginError } from '../social-provider.ts'

/** Trouble at Facebook and limits of calls (of app, person, page, custom): they pass. */
const PASSING = new Set([1, 2, 4, 17, 32, 341, 613])
/** The app itself is not known. */
const UNKNOWN_APP = 101
const TOKEN_ERROR = 190

const ErrorBody = z.object({
  error: z.object({
    code: z.int(),
    message: z.catch(z.string(), ''),
    is_transient: z.catch(z.boolean(), false),
  }),
})

/** What an error body of Facebook means. `call` is for the log. One without an error's form says nothing of the token. */
export function answerError(body: unknown, call: string): SocialLoginError {
  const read = ErrorBody.safeParse(body)
  if (!read.success) return new SocialLoginError('facebook', 'unavailable', `${call}: unreadable answer`)
  const { code, is_transient: isTransient } = read.data.error
  const reason = isTransient || PASSING.has(code) ? 'unavailable' : 'rejected'
  return new SocialLoginError('facebook', reason, `${call}: error ${code}`)
}

/**
 * Whether a refused debug_token was refused for the app's own token. A person's bad token is told inside `data`
 * there; the code is the same, so the sentence has to tell.
 */
export function isAboutOurApp(body: unknown): boolean {
  const error = ErrorBody.safeParse(body).data?.error
  if (error?.code === UNKNOWN_APP) return true
  return error?.code === TOKEN_ERROR && /access token signature|validating application/i.test(error.message)
}
