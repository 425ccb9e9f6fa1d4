import type { Actor } from '#server/platform/http/actor.ts'

/** Everyone of the account reads a note on a lead; who wrote it changes, deletes and restores it. */
export const canEditNote = (actor: Pick<Actor, 'userId'>, note: { user_id: number }): boolean =>
  note.user_id === actor.userId
