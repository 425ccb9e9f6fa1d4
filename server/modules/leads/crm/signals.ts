import { defineEvent } from '#server/platform/signals.ts'

/** A sender says that mails to these addresses bounced; `at` is null where it doesn’t say when. */
export const leadsBounced = defineEvent<{
  accountId: number
  sender: string
  bounces: { address: string; at: Date | null }[]
}>()

/** A sender says that these people want no more mail. */
export const leadsUnsubscribed = defineEvent<{ accountId: number; sender: string; addresses: string[] }>()
