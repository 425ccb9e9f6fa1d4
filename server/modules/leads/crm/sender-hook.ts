import { isSender } from '#contract/core/crms/index.ts'
import type { CrmId } from '#contract/leads/crm.ts'
import type { Context } from '#server/platform/context.ts'
import { makeSignedIds, readSignedIds } from '#server/platform/crypto/signed-ids.ts'
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

const PURPOSE = 'sender-hook'

/** The secret part of a connection’s webhook address; it ends with the connection. */
export const makeSenderHookToken = (key: Pick<Context, 'secretKey'>, accountId: number, id: number): string =>
  makeSignedIds(key, PURPOSE, [accountId, id])

/**
 * A sender says that something happened. What it was is read from the sender itself, so nothing that a caller sends
 * is believed.
 * @throws AppError not_found
 */
export async function receiveSenderHook(ctx: Context, token: string): Promise<void> {
  const [accountId = 0, connectionId = 0] = readSignedIds(ctx, PURPOSE, token) ?? []
  const row = accountId > 0 && (await findConnection(ctx.db, accountId, connectionId))
  if (!row || !isSender(row.crm)) throw notFound('This address')
  const input: ReadOutcomesInput = { accountId: row.account_id, id: row.id, crm: row.crm }
  await transaction(ctx.db, async () => {
    if (await markHooked(ctx.db, row.account_id, row.id))
      await ctx.queue.send(ctx.db, READ_OUTCOMES, input, GATHER_SECONDS)
  })
}
