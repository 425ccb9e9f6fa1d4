import type { Db } from '#server/platform/db/db.ts'
import { createPromptEdits } from './edit-prompts.ts'
import { createPromptReads } from './read-prompts.ts'

/** Prompts of an account: versions that never change, shared with the team or not. */
export const createPromptsService = (deps: { db: Db }) => ({
  ...createPromptReads(deps),
  ...createPromptEdits(deps),
})

export type PromptsService = ReturnType<typeof createPromptsService>
