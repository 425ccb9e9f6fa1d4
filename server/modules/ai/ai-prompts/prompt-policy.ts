import type { Actor } from '#server/platform/http/actor.ts'
import type { PromptRow } from './prompts-store.ts'

type OwnedPrompt = Pick<PromptRow, 'created_by' | 'is_shared'>

/** Whether someone of the account sees a prompt, and so may change it: their own, or a shared one. */
export const canEditPrompt = (actor: Pick<Actor, 'userId'>, prompt: OwnedPrompt): boolean =>
  prompt.is_shared || isMaker(actor, prompt)

/** Only its creator shares it with the team and unshares it. */
export const canSharePrompt = (actor: Pick<Actor, 'userId'>, prompt: OwnedPrompt): boolean =>
  isMaker(actor, prompt)

const isMaker = (actor: Pick<Actor, 'userId'>, prompt: OwnedPrompt): boolean =>
  prompt.created_by === actor.userId
