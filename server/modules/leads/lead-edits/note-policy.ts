import type { Actor } from '#server/platform/http/actor.ts'

/** Everyone in the account can read notes; only the author can change, delete and restore them. */
export const canEditNote = (actor: Pick<Actor, 'userId'>, note: { user_id: number }): boolean =>
  note.user_id === actor.userId
