import type { User } from '#contract/identity/user.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { defineQuestion } from '#server/platform/signals.ts'

/** The actor's own user as shown on the site of `host`. */
export const userReply = defineQuestion<{ actor: Actor; host: string }, User>('userReply')
