import type { AuditEntry } from '#contract/core/audit-log.ts'
import {
  type AuditFilter,
  type AuditView,
  entriesBefore,
  findVerification,
  isBelow,
  listEntries,
  presentEntry,
} from '#server/modules/core/audit/index.ts'
import { defineCsvFile } from '#server/modules/core/files/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { CsvCell } from '#server/platform/csv/write-csv.ts'
import type { Db } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'

const CHUNK = 2000
const HEAD = [
  'account',
  'number',
  'at',
  'action',
  'person',
  'acted_by',
  'credential',
  'subject',
  'detail',
] as const

type Filters = Partial<Omit<AuditFilter, 'accountId' | 'timeZone' | 'hidesStaff'>> & { account_id?: number }

const formatName = (person: AuditEntry['user']) => person?.email ?? person?.name ?? person?.id ?? null

async function* listRows(db: Db, filter: AuditFilter): AsyncIterable<readonly CsvCell[]> {
  yield HEAD
  let before: number | null = null
  for (;;) {
    const rows: AuditView[] = await entriesBefore(db, filter, before, CHUNK)
    for (const row of rows) {
      const { account_id, seq, at, label, user, actor, credential, subject, detail } = presentEntry(row)
      yield [
        ...[account_id, seq, at, label, formatName(user)],
        ...[formatName(actor), credential, subject, detail && JSON.stringify(detail)],
      ]
    }
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    before = last.seq
  }
}

export const auditFile = defineCsvFile('audit-log', ({ db }, { filter }: { filter: AuditFilter }) =>
  listRows(db, filter),
)

/**
 * People read their own account's log, and those of accounts they are responsible for.
 * @throws AppError not_found for an inaccessible account.
 */
async function makeFilter(
  ctx: Context,
  actor: Actor,
  { account_id: requestedId, ...rest }: Filters,
): Promise<AuditFilter> {
  const accountId = requestedId ?? actor.accountId
  const reached =
    accountId === actor.accountId ||
    can(actor, 'see_admin') ||
    (await isBelow(ctx.db, accountId, actor.accountId))
  if (!reached) throw notFound('The account')
  const hidesStaff = !can(actor, 'see_admin')
  return { acting: false, ...rest, accountId, timeZone: actor.timeZone, hidesStaff }
}

export async function listAuditLog(
  ctx: Context,
  actor: Actor,
  { page, limit, ...filters }: Filters & { page: number; limit: number },
) {
  const { rows, total } = await listEntries(ctx.db, await makeFilter(ctx, actor, filters), { page, limit })
  return pageReply(rows.map(presentEntry), { page, limit }, total)
}

/** A ticket for the log as a file. */
export async function requestAuditExport(ctx: Context, actor: Actor, filters: Filters) {
  const filter = await makeFilter(ctx, actor, filters)
  const filename = `audit-log-${filter.accountId}.csv`
  return auditFile.request(ctx, actor, {
    filename,
    subject: `account:${filter.accountId}`,
    input: { filter },
  })
}

/** The nightly check's result; details are for staff. */
export async function showAuditState(ctx: Context, actor: Actor) {
  const { verified_at, broken } = await findVerification(ctx.db)
  return {
    verified_at: verified_at?.toISOString() ?? null,
    broken: broken && (can(actor, 'see_admin') ? broken : 'The log failed its last check'),
  }
}
