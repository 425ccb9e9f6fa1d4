import type { AiListType } from '#contract/ai/ai-prompt-types.ts'

/** A list's leads, as read by leads/leads. */
export const makeLeadScope = (accountId: number, listId: number, type: AiListType) => ({
  accountId,
  listId,
  type,
  timeZone: 'UTC',
})
