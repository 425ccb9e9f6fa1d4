import { defineEvent, defineQuestion } from '#server/platform/signals.ts'

/**
 * For each set of lead values whether one of them is on the suppression list of the account or of an ancestor. The
 * check of every write path: within a transaction it also blocks new entries until that ends.
 */
export const suppressedLeads = defineQuestion<
  { accountId: number; values: readonly Record<string, unknown>[] },
  boolean[]
>('suppressedLeads')

/** The same for emails. */
export const suppressedEmails = defineQuestion<{ accountId: number; emails: readonly string[] }, boolean[]>(
  'suppressedEmails',
)

/** Whether nothing is suppressed for an account: its leads need no check. Only outside of a write path. */
export const suppressesNothing = defineQuestion<{ accountId: number }, boolean>('suppressesNothing')

/** Leads have recorded administrators' retention setting of a source; `days` is null for none. */
export const retentionNoted = defineEvent<{ sourceId: string; days: number | null }>()
