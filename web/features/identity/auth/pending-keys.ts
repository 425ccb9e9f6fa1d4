import { writeTabValue } from '../../../lib/tab-storage.ts'

/** The email typed on one of these pages, for the next one. */
export const PENDING_EMAIL = 'auth.email'
/** `PendingRegistration`: waits for its code. */
export const PENDING_REGISTRATION = 'auth.registration'
/** `PendingReset`: a forgotten password between its steps. */
export const PENDING_RESET = 'auth.reset'
/** The token of an invitation. */
export const PENDING_INVITATION = 'auth.invitation'

/** A registration waiting for its code. Times in epoch milliseconds. */
export interface PendingRegistration {
  email: string
  registration: string
  sent_at: number
  expires_at: number
}

/** State of a password reset. `sent_at` in epoch milliseconds. */
export type PendingReset =
  | { step: 'code'; email: string; request: string; sent_at: number }
  | { step: 'password'; email: string | null; token: string }

/** Clears everything stored during sign-in. */
export function clearPending(): void {
  for (const key of [PENDING_EMAIL, PENDING_REGISTRATION, PENDING_RESET, PENDING_INVITATION])
    writeTabValue(key, null)
}
