import { type Generated, type Selectable, sql } from 'kysely'
import type { EmailVerification, VerificationOrigin } from '#contract/prospecting/email-verification.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { ReadOnly } from '#server/platform/db/tables.ts'

interface EmailVerificationTable {
  account_id: number
  address: string
  state: EmailVerification['state']
  reason: string
  flags: EmailVerification['flags'] | Record<string, never>
  suggestion: string | null
  mx: EmailVerification['mx']
  catch_all: boolean | null
  transcript: EmailVerification['transcript']
  tries: number
  next_try_at: Date | null
  checked_at: Generated<Date>
  valid_at: Date | null
  bounced_at: Date | null
  origin: VerificationOrigin | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    email_verification: EmailVerificationTable
    email_verification_info: ReadOnly<EmailVerificationTable, 'account_id' | 'address' | 'state'>
  }
}
export type VerificationRow = Selectable<EmailVerificationTable>

/** A new result to store; `retryMinutes` as in the answer policy. */
export interface NewAnswer
  extends Pick<
    EmailVerification,
    'state' | 'reason' | 'flags' | 'suggestion' | 'mx' | 'catch_all' | 'transcript' | 'tries'
  > {
  retryMinutes: number | 'keep' | null
  /** Null for a scheduled retry. */
  origin: VerificationOrigin | null
}

const byAddress = (db: Db, accountId: number, address: string) =>
  db
    .selectFrom('email_verification')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address', '=', address)

export const findVerification = (db: Db, accountId: number, address: string) =>
  byAddress(db, accountId, address).executeTakeFirst()

export const findVerifications = (db: Db, accountId: number, addresses: string[]) =>
  db
    .selectFrom('email_verification')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('address', '=', (eb) => eb.fn.any(eb.val(addresses)))
    .execute()

export const lockVerification = (db: Db, accountId: number, address: string) =>
  byAddress(db, accountId, address).forUpdate().executeTakeFirst()

const makeNextTry = ({ retryMinutes }: NewAnswer) =>
  typeof retryMinutes === 'number' ? sql<Date>`now() + make_interval(mins => ${retryMinutes})` : null

const makeFacts = (answer: NewAnswer) => ({
  state: answer.state,
  reason: answer.reason,
  flags: asJson(answer.flags),
  suggestion: answer.suggestion,
  mx: answer.mx && asJson(answer.mx),
  catch_all: answer.catch_all,
  transcript: asJson(answer.transcript),
  tries: answer.tries,
  checked_at: sql<Date>`now()`,
  ...(answer.state === 'valid' && { valid_at: sql<Date>`now()` }),
})

/** An address once requested by a person stays attributed to them. */
const originAfter = (origin: VerificationOrigin | null) =>
  sql<VerificationOrigin | null>`case when ${origin}::text = 'user' then 'user'
    else coalesce(email_verification.origin, ${origin}::text) end`

const makeRow = (accountId: number, address: string, answer: NewAnswer) => ({
  account_id: accountId,
  address,
  valid_at: null,
  bounced_at: null,
  next_try_at: makeNextTry(answer),
  origin: answer.origin,
  ...makeFacts(answer),
})

/** Stores addresses' first results. @returns those of addresses that had none. */
export const writeFirstAnswers = (
  db: Db,
  accountId: number,
  answers: readonly (NewAnswer & { address: string })[],
): Promise<VerificationRow[]> =>
  db
    .insertInto('email_verification')
    // In a consistent order, so that two batches do not deadlock.
    .values(
      answers
        .toSorted((a, b) => (a.address < b.address ? -1 : 1))
        .map((answer) => makeRow(accountId, answer.address, answer)),
    )
    .onConflict((oc) => oc.doNothing())
    .returningAll()
    .execute()

/** Stores a result, unless a bounce arrived meanwhile. Undefined then. */
export const writeAnswer = (db: Db, accountId: number, address: string, answer: NewAnswer) =>
  db
    .insertInto('email_verification')
    .values(makeRow(accountId, address, answer))
    .onConflict((oc) =>
      oc
        .columns(['account_id', 'address'])
        .doUpdateSet((eb) => ({
          ...makeFacts(answer),
          checked_at: eb.ref('excluded.checked_at'),
          ...(answer.state === 'valid' && { valid_at: eb.ref('excluded.valid_at') }),
          origin: originAfter(answer.origin),
          ...(answer.retryMinutes !== 'keep' && { next_try_at: eb.ref('excluded.next_try_at') }),
        }))
        .where('email_verification.reason', '<>', 'bounced'),
    )
    .returningAll()
    .executeTakeFirst()

/** Which of these addresses are in one of these states. */
export async function findInStates(
  db: Db,
  accountId: number,
  addresses: string[],
  states: readonly VerificationRow['state'][],
): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('email_verification')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .where('state', 'in', states)
    .execute()
  return rows.map(({ address }) => address)
}

/** Attributes an address with a stored result to the person who requested it. */
export const markRequested = (db: Db, accountId: number, address: string) =>
  db
    .updateTable('email_verification')
    .set({ origin: 'user' })
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .returningAll()
    .executeTakeFirst()

/**
 * Claims due addresses by moving their next try `minutes` ahead: after a crash they are due again then. Two
 * workers never claim the same.
 */
export async function claimDue(db: Db, limit: number, minutes: number): Promise<VerificationRow[]> {
  const due = await db
    .selectFrom('email_verification')
    .select(['account_id', 'address'])
    .where('next_try_at', '<=', sql<Date>`now()`)
    .orderBy('next_try_at')
    .limit(limit)
    .execute()
  const claimed: VerificationRow[] = []
  for (const [accountId, own] of Map.groupBy(due, ({ account_id }) => account_id)) {
    const { rows } = await sql<VerificationRow>`
      update email_verification set next_try_at = now() + make_interval(mins => ${minutes})
      where account_id = ${accountId} and address in (select address from email_verification
        where account_id = ${accountId} and address = any(${own.map(({ address }) => address)}::text[])
          and next_try_at <= now() for update skip locked)
      returning *`.execute(db)
    claimed.push(...rows)
  }
  return claimed
}

/** Results of those lowercase addresses that were checked or bounced. */
export const findKnown = (db: Db, accountId: number, addresses: string[]) =>
  db
    .selectFrom('email_verification')
    .select(['address', 'state', 'valid_at', 'bounced_at'])
    .where('account_id', '=', accountId)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute()

/** Marks addresses as bounced, in a consistent order. The date of the first bounce stays. */
export async function writeBounced(
  db: Db,
  accountId: number,
  bounces: { address: string; bouncedAt: Date }[],
): Promise<void> {
  if (bounces.length === 0) return
  const rows = bounces.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  await sql`
    insert into email_verification as v (account_id, address, state, reason, tries, bounced_at)
    select ${accountId}, address, 'invalid', 'bounced', 0, bounced_at
    from unnest(${rows.map((row) => row.address)}::text[], ${rows.map((row) => row.bouncedAt)}::timestamptz[]) as x (address, bounced_at)
    on conflict (account_id, address) do update
      set state = 'invalid', reason = 'bounced', next_try_at = null, bounced_at = coalesce(v.bounced_at, excluded.bounced_at)`.execute(
    db,
  )
}

/** Checked addresses of an account, newest first. */
export async function listVerifications(
  db: Db,
  accountId: number,
  query: {
    page: number
    limit: number
    state?: string
    origin?: VerificationOrigin
    search?: string
  },
) {
  let base = db.selectFrom('email_verification').where('account_id', '=', accountId)
  if (query.state) base = base.where('state', '=', query.state as never)
  if (query.origin) base = base.where('origin', '=', query.origin)
  if (query.search) base = base.where('address', 'like', containing(query.search.toLowerCase()))
  return readPage(base, base.selectAll().orderBy('checked_at', 'desc').orderBy('address'), query)
}

/** Number of an account's addresses requested by people, and of those only found by searches. */
export async function countByOrigin(db: Db, accountId: number): Promise<Record<VerificationOrigin, number>> {
  const rows = await db
    .selectFrom('email_verification')
    .select((eb) => ['origin', eb.fn.countAll<number>().as('total')])
    .where('account_id', '=', accountId)
    .where('origin', 'is not', null)
    .groupBy('origin')
    .execute()
  const found = new Map(rows.map(({ origin, total }) => [origin, Number(total)]))
  return { user: found.get('user') ?? 0, search: found.get('search') ?? 0 }
}

/** Deletes results that were not requested for this long, except those of bounced addresses. */
export const removeOldAnswers = (db: Db, days: number) =>
  db
    .deleteFrom('email_verification')
    .where('checked_at', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .where('reason', '<>', 'bounced')
    .execute()

/** Cancels scheduled checks of these addresses. */
export const stopRetries = (db: Db, accountIds: number[], addresses: string[]) =>
  db
    .updateTable('email_verification')
    .set({ next_try_at: null })
    .where('account_id', '=', sql<number>`any(${accountIds}::bigint[])`)
    .where('address', '=', sql<string>`any(${addresses}::text[])`)
    .execute()
