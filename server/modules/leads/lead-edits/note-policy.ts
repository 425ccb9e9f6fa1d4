import type { Actor } from '#server/platform/http/actor.ts'

/** The result of an undo as a sentence. */
export const canEditNote = (actor: Pick<Actor, 'userId'>, note: { user_id: number }): boolean =>
  note.user_id === actor.userId
