import * as z from 'zod/mini'
import { SocialLoginError } from '../social-provider.ts'

/** Temporary errors of Facebook and rate limits (of app, person, page, custom). */
const TEMPORARY_CODES = new Set([1, 2, 4, 17, 32, 341, 613])
/** Unknown app id. */
const UNKNOWN_APP = 101
const TOKEN_ERROR = 190

const ErrorBody = z.object({
  error: z.object({
    code: z.int(),
    message: z.catch(z.string(), ''),
    is_transient: z.catch(z.boolean(), false),
  }),
})

/** Interprets an error body of Facebook. `call` is for the log. A body in another form says nothing about the token. */
export function answerError(body: unknown, call: string): SocialLoginError {
  const read = ErrorBody.safeParse(body)
  if (!read.success) return new SocialLoginError('facebook', 'unavailable', `${call}: unreadable answer`)
  const { code, is_transient: isTransient } = read.data.error
  const reason = isTransient || TEMPORARY_CODES.has(code) ? 'unavailable' : 'rejected'
  return new SocialLoginError('facebook', reason, `${call}: error ${code}`)
}

/**
 * Whether debug_token rejected the app's own token. A person's bad token is reported inside `data` with the same
 * code, so the message has to decide.
 */
export function isAboutOurApp(body: unknown): boolean {
  const error = ErrorBody.safeParse(body).data?.error
  if (error?.code === UNKNOWN_APP) return true
  return error?.code === TOKEN_ERROR && /access token signature|validating application/i.test(error.message)
}
