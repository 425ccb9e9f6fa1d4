import type { Db } from '#server/platform/db/db.ts'
import { createPromptEdits } from './edit-prompts.ts'
import { createPromptReads } from './read-prompts.ts'

/** An account's prompts: immutable versions, optionally shared with the team. */
export const createPromptsService = (deps: { db: Db }) => ({
  ...createPromptReads(deps),
  ...createPromptEdits(deps),
})

export type PromptsService = ReturnType<typeof createPromptsService>
