import type { Actor } from '#server/platform/http/actor.ts'
import type { PromptRow } from './prompts-store.ts'

type Whose = Pick<PromptRow, 'created_by' | 'is_shared'>

/** Whether someone of the account sees a prompt, and so may change it: one's own, or one that is shared. */
export const canEditPrompt = (actor: Pick<Actor, 'userId'>, prompt: Whose): boolean =>
  prompt.is_shared || isMaker(actor, prompt)

/** Only who made it shares it with the team and takes it back. */
export const canSharePrompt = (actor: Pick<Actor, 'userId'>, prompt: Whose): boolean => isMaker(actor, prompt)

const isMaker = (actor: Pick<Actor, 'userId'>, prompt: Whose): boolean => prompt.created_by === actor.userId
