import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { asJson } from '#server/platform/db/as-json.ts'
import { insertRows } from '#server/platform/db/rows.ts'
import { sleep } from '../clock.ts'
import { type SecretBox, SecretBoxError } from '../crypto/secret-box.ts'
import { type Db, transaction } from '../db/db.ts'
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

/** Takes the key's lock without waiting inside the database, so that twenty duplicates never drain the pool. */
async function acquireLock(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** @throws AppError validation_failed when the header is not a valid key */
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

interface KeyedCall {
  actor: Actor
  endpoint: string
  key: string
  input: unknown
  status: number
  /** For calls with secrets: what is stored is encrypted with it. */
  box?: SecretBox
}

const makeColumns = ({ actor, endpoint, key }: KeyedCall) => ({
  account_id: actor.accountId,
  user_id: actor.userId,
  endpoint,
  key,
})

const hashInput = (input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest('hex')

/** In place of a hash: of a password, a hash without a key would tell which guess is right. */
const SEALED = 'sealed'

interface Kept {
  body_hash: string
  reply: unknown
}

const sealContext = (call: KeyedCall): string =>
  ['idempotent-reply', ...Object.values(makeColumns(call))].join(':')

function seal(call: KeyedCall, kept: Kept): Kept {
  if (!call.box) return kept
  return { body_hash: SEALED, reply: call.box.seal(JSON.stringify(kept), sealContext(call)) }
}

function unseal(call: KeyedCall, { body_hash, reply }: Kept): Kept {
  if (!call.box || body_hash !== SEALED) return { body_hash, reply }
  try {
    return JSON.parse(call.box.open(String(reply), sealContext(call)))
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    throw new AppError(
      'idempotency_mismatch',
      'The reply to this Idempotency-Key can no longer be read. See whether the call took effect, then use a new key',
    )
  }
}

/**
 * The stored reply of an earlier call with this key.
 * @throws AppError idempotency_mismatch when its data differs
 */
async function storedAnswer(db: Db, call: KeyedCall): Promise<StoredAnswer | null> {
  const stored = await db
    .selectFrom('idempotency_key')
    .selectAll()
    .where((eb) => eb.and(makeColumns(call)))
    .executeTakeFirst()
  if (!stored) return null
  const { body_hash, reply } = unseal(call, stored)
  if (body_hash !== hashInput(call.input))
    throw new AppError(
      'idempotency_mismatch',
      'This Idempotency-Key was already used with other data. Use a new key',
    )
  return { status: stored.status, reply, replayed: true }
}

/** Effect and reply in one transaction; null while a duplicate is in progress. */
function tryOnce(db: Db, call: KeyedCall, effect: () => Promise<unknown>): Promise<StoredAnswer | null> {
  return transaction(db, async () => {
    if (!(await acquireLock(db, Object.values(makeColumns(call)).join('\n')))) return null
    const stored = await storedAnswer(db, call)
    if (stored) return stored
    const reply = await effect()
    const kept = seal(call, { body_hash: hashInput(call.input), reply })
    await insertRows(db, 'idempotency_key', {
      ...makeColumns(call),
      body_hash: kept.body_hash,
      status: call.status,
      reply: asJson(kept.reply),
      created_at: sql`now()` as never,
    })
    return { status: call.status, reply, replayed: false }
  })
}

/**
 * Runs `effect` once per (caller, endpoint, key), with the result of `lookUp`. The effect and its stored reply
 * commit in one transaction: a crash leaves both or neither. `lookUp` runs outside of it. The same key with another
 * body is refused; parallel duplicates wait and get the first one's reply. Failures store nothing, so the key can be
 * used again.
 */
export async function once<Asked>(
  db: Db,
  call: KeyedCall,
  lookUp: (() => Promise<Asked>) | undefined,
  effect: (lookedUp: Asked | undefined) => Promise<unknown>,
): Promise<StoredAnswer> {
  // Only saves the look-up: the stored reply is read again where no duplicate can write it meanwhile.
  const before = lookUp && (await storedAnswer(db, call))
  if (before) return before
  const lookedUp = await lookUp?.()
  for (let waited = 0; waited <= WAIT_AT_MOST_MS; waited += WAIT_MS) {
    const answer = await tryOnce(db, call, () => effect(lookedUp))
    if (answer) return answer
    await sleep(WAIT_MS)
  }
  throw new AppError('in_progress', 'The same request is still in progress. Try again in a second', {
    retryAfterSeconds: 1,
  })
}

export async function forgetOldKeys(db: Db, days = 3): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('created_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .execute()
}
