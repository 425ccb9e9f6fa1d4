import { defineEvent } from '#server/platform/signals.ts'

/** Rows of an import say that these emails or phones are of people who have opted out. */
export const peopleOptedOut = defineEvent<{ accountId: number; userId: number | null; contacts: string[] }>()
