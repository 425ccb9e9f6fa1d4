import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/crypto/tokens.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import type { FileReply } from '#server/platform/http/route.ts'
import { listParts } from '#server/platform/module.ts'
import { insertTicket, redeemTicket } from './files-store.ts'

/**
 * Issues a single-use ticket for a download: a browser cannot send a bearer token with a plain link, and no token
 * may be in a URL. It is valid for 60 seconds and one download.
 * @param kind whose downloader produces the file from `input`
 */
export async function issueTicket(ctx: Context, actor: Actor, kind: string, input: Record<string, unknown>) {
  const { token, hash } = newToken()
  const ticket = await insertTicket(ctx.db, {
    hash,
    accountId: actor.accountId,
    userId: actor.userId,
    kind,
    input,
  })
  return { url: `/api/downloads/${token}`, expires_at: ticket.expires_at.toISOString() }
}

const findDownloader = (ctx: Context, kind: string) =>
  listParts(ctx, (module) => module.downloaders?.(ctx)).find((downloader) => downloader.kind === kind)

/** Redeems a ticket for its file. @throws AppError not_found when it was used or has expired. */
export async function openTicket(ctx: Context, token: string, signal: AbortSignal): Promise<FileReply> {
  const ticket = await redeemTicket(ctx.db, hashToken(token))
  const downloader = ticket && findDownloader(ctx, ticket.kind)
  if (!ticket || !downloader)
    throw new AppError('not_found', 'This download link was already used or has expired. Request a new one')
  return downloader.open(ticket, signal)
}
