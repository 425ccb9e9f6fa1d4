import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/** How many leads a search would find. It fails as the search itself would, such as when a vendor is unreachable. */
export const searchSize = defineQuestion<
  { actor: Actor; type: ListTypeId; search: Record<string, unknown>; signal: AbortSignal },
  number
>('searchSize')
