import type { Actor } from '#server/platform/http/actor.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/**
 * A member with their current rights, or those of an API key of theirs, in whose name scheduled work starts a run;
 * null when no longer active.
 */
export const memberActor = defineQuestion<
  { accountId: number; userId: number; apiKeyId?: number | null },
  Actor | null
>('memberActor')
