import { createHmac, timingSafeEqual } from 'node:crypto'
import { isSender } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import { findConnection, markHooked } from './connections-store.ts'

/** Reads the outcomes of one sender. */
export const READ_OUTCOMES = 'crm.read-outcomes'
export interface ReadOutcomesInput {
  accountId: number
  id: number
  crm: CrmId
}

/** Calls within this time are one reading: a sender calls for every mail. */
const GATHER_SECONDS = 20

const makeSeal = ({ secretKey }: Pick<Context, 'secretKey'>, text: string) =>
  createHmac('sha256', secretKey).update(`sender-hook:${text}`).digest('base64url')

/** The secret part of a connection’s webhook address; it ends with the connection. */
export function makeSenderHookToken(ctx: Pick<Context, 'secretKey'>, accountId: number, id: number): string {
  const text = `${accountId}.${id}`
  return `${text}.${makeSeal(ctx, text)}`
}

function readToken(ctx: Context, token: string): { accountId: number; id: number } | null {
  const cut = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(0, cut))
  const [received, own] = [Buffer.from(token.slice(cut + 1)), Buffer.from(makeSeal(ctx, text))]
  if (received.length !== own.length || !timingSafeEqual(received, own)) return null
  const [accountId = 0, id = 0] = text.split('.').map(Number)
  return { accountId, id }
}

/**
 * A sender says that something happened. What it was is read from the sender itself, so nothing that a caller sends
 * is believed.
 * @throws AppError not_found
 */
export async function receiveSenderHook(ctx: Context, token: string): Promise<void> {
  const place = readToken(ctx, token)
  const row = place && (await findConnection(ctx.db, place.accountId, place.id))
  if (!row || !isSender(row.crm)) throw notFound('This address')
  const input: ReadOutcomesInput = { accountId: row.account_id, id: row.id, crm: row.crm }
  await transaction(ctx.db, async () => {
    if (await markHooked(ctx.db, row.account_id, row.id))
      await ctx.queue.send(ctx.db, READ_OUTCOMES, input, GATHER_SECONDS)
  })
}
