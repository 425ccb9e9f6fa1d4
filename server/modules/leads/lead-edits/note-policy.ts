import type { Actor } from '#server/platform/http/actor.ts'

/** Everyone of the account reads notes; the author changes, deletes and restores them. */
export const canEditNote = (actor: Pick<Actor, 'userId'>, note: { user_id: number }): boolean =>
  note.user_id === actor.userId
