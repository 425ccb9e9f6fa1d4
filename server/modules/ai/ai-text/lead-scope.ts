import type { AiListType } from '#contract/ai/ai-prompt-types.ts'

/** A list's leads, as read by leads/leads. */
export const scopeOf = (accountId: number, listId: number, type: AiListType) => ({
  accountId,
  listId,
  type,
  timeZone: 'UTC',
})
