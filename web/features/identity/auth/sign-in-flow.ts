import type { SignedIn } from '#contract/identity/user.ts'
import { ApiError, call } from '../../../lib/api.ts'
import { authCalls } from './auth-endpoints.ts'

/** A result of Google or Facebook in the form of the request. */
export interface SocialToken {
  provider: 'google' | 'facebook'
  token: string
  type: 'code' | 'access_token' | 'credential'
}

/** One sign-in attempt. It is kept during a step, so that it can continue with the answer. */
export type Attempt = { realm_id?: number } & (
  | { way: 'password'; email: string; password: string }
  | ({ way: 'social'; email?: string } & SocialToken)
  | { way: 'confirm'; email: string; code: string; registration?: string; password?: string }
)
type SocialAttempt = Extract<Attempt, { way: 'social' }>

/** A brand with an account of the person. */
interface BrandChoice {
  realm_id: number
  name: string
}

/** A step before an attempt can continue. */
export type Step =
  | { name: 'second-factor'; challenge: string }
  | { name: 'brand'; brands: BrandChoice[]; attempt: Attempt }
  | { name: 'confirm'; email: string; registration: string }
  | { name: 'email'; attempt: SocialAttempt }

/** Sends an attempt. @throws ApiError; `stepAfter` tells whether it needs another step */
export function send(attempt: Attempt): Promise<SignedIn> {
  // Shown instead: the next step of the form, if it doesn't sign in
  const quiet = true
  if (attempt.way === 'password') {
    const { way: _, ...body } = attempt
    return call(authCalls.login, { body, quiet })
  }
  if (attempt.way === 'social') {
    const { way: _, ...body } = attempt
    return call(authCalls.social, { body, quiet })
  }
  const { way: _, realm_id: __, ...body } = attempt
  return call(authCalls.confirmEmail, { body, quiet })
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const isBrand = (value: unknown): value is BrandChoice => {
  const { realm_id, name } = (value ?? {}) as Partial<BrandChoice>
  return Number.isInteger(realm_id) && typeof name === 'string'
}

/** The step that an error requires; undefined for a real error. */
export function stepAfter(error: unknown, attempt: Attempt): Step | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code, details } = error
  if (code === 'second_factor_required') {
    const challenge = text(details.challenge)
    return challenge ? { name: 'second-factor', challenge } : undefined
  }
  if (code === 'brand_choice') {
    const brands = Array.isArray(details.brands) ? details.brands.filter(isBrand) : []
    return brands.length > 0 ? { name: 'brand', brands, attempt } : undefined
  }
  if (attempt.way !== 'social') return undefined
  if (code === 'email_required') return { name: 'email', attempt }
  if (code === 'email_unconfirmed') {
    const registration = text(details.registration)
    const email = text(details.email) ?? attempt.email
    return registration && email ? { name: 'confirm', email, registration } : undefined
  }
  return undefined
}
