import { Readable } from 'node:stream'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/core/audit.ts'
import type { AuditEntry } from '#contract/core/audit-log.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { type AuditFilter, type AuditView, entriesBefore, isBelow, pageOfEntries } from './audit-reads.ts'
import { recordAudit } from './record-audit.ts'
import { findVerification } from './verification.ts'

const KIND = 'audit-log'
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

/** Issues download tickets; uploads write to this log, so their module cannot be imported here. */
interface Tickets {
  issue(
    actor: Actor,
    kind: string,
    input: Record<string, unknown>,
  ): Promise<{ url: string; expires_at: string }>
}

type Filters = Partial<Omit<AuditFilter, 'accountId' | 'timeZone'>> & { account_id?: number | undefined }

const labelOf = (action: string): string => AUDIT_ACTIONS[action as AuditAction] ?? action

/** An entry for display. */
export const presentEntry = (row: AuditView): AuditEntry => ({
  account_id: row.account_id,
  seq: row.seq,
  at: row.at.toISOString(),
  action: row.action,
  label: labelOf(row.action),
  user: row.user_id === null ? null : { id: row.user_id, name: row.user_name, email: row.user_email },
  actor:
    row.actor_user_id === null || row.actor_user_id === row.user_id
      ? null
      : { id: row.actor_user_id, name: row.actor_name, email: row.actor_email },
  credential: row.credential,
  subject: row.subject,
  detail: row.detail,
})

async function* linesOf(db: Db, filter: AuditFilter): AsyncIterable<string> {
  yield csvLine([...HEAD])
  let before: number | null = null
  for (;;) {
    const rows: AuditView[] = await entriesBefore(db, filter, before, CHUNK)
    yield rows
      .map(presentEntry)
      .map(({ account_id, seq, at, label, user, actor, credential, subject, detail }) =>
        csvLine([
          ...[account_id, seq, at, label, user?.email ?? user?.id ?? null],
          ...[actor?.email ?? actor?.id ?? null, credential, subject, detail && JSON.stringify(detail)],
        ]),
      )
      .join('')
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    before = last.seq
  }
}

/** The audit log for people: their own account's, and those of accounts they are responsible for. */
export function createAuditLog({ db, tickets }: { db: Db; tickets: Tickets }) {
  /** @throws AppError not_found for an inaccessible account. */
  async function filterOf(actor: Actor, { account_id: requestedId, ...rest }: Filters): Promise<AuditFilter> {
    const accountId = requestedId ?? actor.accountId
    const reached =
      accountId === actor.accountId ||
      can(actor, 'see_admin') ||
      (await isBelow(db, accountId, actor.accountId))
    if (!reached) throw notFound('The account')
    return { acting: false, ...rest, accountId, timeZone: actor.timeZone }
  }

  return {
    async page(actor: Actor, { page, limit, ...filters }: Filters & { page: number; limit: number }) {
      const { rows, total } = await pageOfEntries(db, await filterOf(actor, filters), { page, limit })
      return { data: rows.map(presentEntry), currentPage: page, pageSize: limit, total }
    },

    /** A ticket for the log as a file. */
    async export(actor: Actor, filters: Filters) {
      const filter = await filterOf(actor, filters)
      return transaction(db, async () => {
        const filename = `audit-log-${filter.accountId}.csv`
        recordAudit(db, {
          accountId: actor.accountId,
          subject: `account:${filter.accountId}`,
          detail: { filename },
        })
        return {
          ...(await tickets.issue(actor, KIND, { filename, filter })),
          run_id: null,
          total: null,
          filename,
        }
      })
    },

    /** The nightly check's result; details are for staff. */
    async state(actor: Actor) {
      const { verified_at, broken } = await findVerification(db)
      return {
        verified_at: verified_at?.toISOString() ?? null,
        broken: broken && (can(actor, 'see_admin') ? broken : 'The log failed its last check'),
      }
    },
  }
}

/** The file of a ticket, streamed. */
export const auditDownloader = (db: Db) => ({
  kind: KIND,
  async open(ticket: { input: unknown }) {
    const { filename, filter } = ticket.input as { filename: string; filter: AuditFilter }
    const stream = Readable.from(linesOf(db, filter), { objectMode: false })
    return { filename, contentType: 'text/csv; charset=utf-8', stream }
  },
})

export type AuditLog = ReturnType<typeof createAuditLog>
