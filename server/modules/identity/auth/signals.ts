import { defineQuestion } from '#server/platform/signals.ts'

/**
 * Sends an address its open invitations again, with new links. `realmId` null: those of every brand. Joins the current
 * transaction. @returns whether there was one.
 */
export const sendInvitationsAgain = defineQuestion<{ email: string; realmId: number | null }, boolean>(
  'sendInvitationsAgain',
)
