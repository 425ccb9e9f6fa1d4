import { defineEvent, defineQuestion } from '#server/platform/signals.ts'

/** A person's name and address; undefined for nobody. */
export const mailRecipient = defineQuestion<
  { userId: number },
  { email: string; first_name: string } | undefined
>('mailRecipient')

/** An account's mails are paused, because too many of a day bounced. In the transaction that pauses them. */
export const mailPaused = defineEvent<{ accountId: number; since: Date }>()
