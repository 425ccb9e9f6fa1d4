import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sleep } from '../clock.ts'
import type { Db, Trx } from '../db/db.ts'
import { transaction } from '../db/db.ts'
import { AppError, invalidField } from '../errors.ts'
import type { Actor } from './actor.ts'

declare module '../db/tables.ts' {
  interface Tables {
    idempotency_key: {
      account_id: number
      user_id: number
      endpoint: string
      key: string
      body_hash: string
      status: number
      reply: unknown
      created_at: Date
    }
  }
}

export interface StoredAnswer {
  status: number
  reply: unknown
  replayed: boolean
}

const WAIT_MS = 50
const WAIT_AT_MOST_MS = 20_000

/** Takes the key's lock without waiting inside the database, so that twenty twins never drain the pool. */
async function takeLock(trx: Trx, name: string): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(trx)
  return rows[0]?.locked === true
}

/** @throws AppError validation_failed when the header cannot be a key. */
export function checkKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalidField(
      'Idempotency-Key',
      'Idempotency-Key must be 1 to 255 printable characters without spaces',
    )
  }
  return header
}

/**
 * Runs `effect` once per (caller, endpoint, key). The effect and its stored answer commit in one transaction:
 * a crash leaves both or neither. The same key with another body is refused; parallel twins wait and get the
 * first one's answer. Failures store nothing, so the key can be tried again.
 */
export async function once(
  db: Db,
  call: { actor: Actor; endpoint: string; key: string; input: unknown; status: number },
  effect: () => Promise<unknown>,
): Promise<StoredAnswer> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(call.input) ?? '')
    .digest('hex')
  const where = {
    account_id: call.actor.accountId,
    user_id: call.actor.userId,
    endpoint: call.endpoint,
    key: call.key,
  }
  for (let waited = 0; waited <= WAIT_AT_MOST_MS; waited += WAIT_MS) {
    const answer = await transaction(db, async (trx): Promise<StoredAnswer | null> => {
      if (!(await takeLock(trx, Object.values(where).join('\n')))) return null
      const stored = await trx
        .selectFrom('idempotency_key')
        .selectAll()
        .where((eb) => eb.and(where))
        .executeTakeFirst()
      if (stored) {
        if (stored.body_hash !== bodyHash) {
          throw new AppError(
            'idempotency_mismatch',
            'This Idempotency-Key was used before with other data; use a new key',
          )
        }
        return { status: stored.status, reply: stored.reply, replayed: true }
      }
      const reply = await effect()
      await trx
        .insertInto('idempotency_key')
        .values({
          ...where,
          body_hash: bodyHash,
          status: call.status,
          reply: JSON.stringify(reply),
          created_at: sql`now()` as never,
        })
        .execute()
      return { status: call.status, reply, replayed: false }
    })
    if (answer) return answer
    await sleep(WAIT_MS)
  }
  throw new AppError('in_progress', 'The same request is still being worked on; ask again in a second', {
    retryAfterSeconds: 1,
  })
}

/** Forgets keys older than `days`. */
export async function forgetOldKeys(db: Db, days = 3): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
