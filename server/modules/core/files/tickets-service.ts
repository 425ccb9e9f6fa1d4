import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import type { Db } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { insertTicket, redeemTicket, type TicketRow } from './files-store.ts'

/** Produces the file for one kind of ticket. */
export interface Downloader {
  kind: string
  open(ticket: TicketRow, signal: AbortSignal): Promise<FileReply>
}

/**
 * Single-use tickets for downloads: a browser cannot send a bearer token with a plain link, and no token may be
 * in a URL. A ticket is valid for 60 seconds and one download.
 */
export function createTicketsService({ db, downloaders }: { db: Db; downloaders: () => Downloader[] }) {
  return {
    async issue(actor: Actor, kind: string, input: Record<string, unknown>) {
      const { token, hash } = newToken()
      const ticket = await insertTicket(db, {
        hash,
        accountId: actor.accountId,
        userId: actor.userId,
        kind,
        input,
      })
      return { url: `/api/downloads/${token}`, expires_at: ticket.expires_at.toISOString() }
    },

    async open(token: string, signal: AbortSignal): Promise<FileReply> {
      const ticket = await redeemTicket(db, hashToken(token))
      const downloader = ticket && downloaders().find((item) => item.kind === ticket.kind)
      if (!ticket || !downloader)
        throw new AppError(
          'not_found',
          'This download link was already used or has expired. Request a new one',
        )
      return downloader.open(ticket, signal)
    },
  }
}

export type TicketsService = ReturnType<typeof createTicketsService>
