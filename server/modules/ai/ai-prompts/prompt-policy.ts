import type { Actor } from '#server/platform/http/actor.ts'
import type { PromptRow } from './prompts-store.ts'

type OwnedPrompt = Pick<PromptRow, 'created_by' | 'is_shared'>

/** Whether a person of the account can see a prompt, and so change it: their own, or a shared one. */
export const canEditPrompt = (actor: Pick<Actor, 'userId'>, prompt: OwnedPrompt): boolean =>
  prompt.is_shared || isCreator(actor, prompt)

/** Only its creator can share it with the team or stop sharing it. */
export const canSharePrompt = (actor: Pick<Actor, 'userId'>, prompt: OwnedPrompt): boolean =>
  isCreator(actor, prompt)

const isCreator = (actor: Pick<Actor, 'userId'>, prompt: OwnedPrompt): boolean =>
  prompt.created_by === actor.userId
