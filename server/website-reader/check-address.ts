import type { EmailState } from '#contract/leads/email-states.ts'

/** Asks about an address; the caller keeps the evidence, of a `guess` only when it is not simply wrong. */
export type CheckAddress = (
  address: string,
  options?: { guess?: boolean },
) => Promise<{ state: EmailState; reason: string }>
