import { keep } from '../../../lib/kept.ts'

/** The email typed on one of these pages, for the next one. */
export const KEPT_EMAIL = 'auth.email'
/** `KeptRegistration`: waits for its code. */
export const KEPT_REGISTRATION = 'auth.registration'
/** `KeptReset`: a forgotten password between its steps. */
export const KEPT_RESET = 'auth.reset'
/** The token of an invitation. */
export const KEPT_INVITATION = 'auth.invitation'

/** A registration waiting for its code. Times in epoch milliseconds. */
export interface KeptRegistration {
  email: string
  registration: string
  sent_at: number
  expires_at: number
}

/** State of a password reset. `sent_at` in epoch milliseconds. */
export type KeptReset =
  | { step: 'code'; email: string; request: string; sent_at: number }
  | { step: 'password'; email: string | null; token: string }

/** Clears everything stored during sign-in. */
export function forgetKept(): void {
  for (const key of [KEPT_EMAIL, KEPT_REGISTRATION, KEPT_RESET, KEPT_INVITATION]) keep(key, null)
}
