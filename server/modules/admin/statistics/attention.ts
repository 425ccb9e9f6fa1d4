import { sql } from 'kysely'
import type { AttentionKind } from '#contract/admin/dashboard.ts'
import { checkWalletBooks } from '#server/modules/accounts/wallet/index.ts'
import { findBackupProblem } from '#server/modules/admin/backups/index.ts'
import { findVerification } from '#server/modules/core/audit/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/db.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { queueAge } from '#server/platform/queue/queue.ts'
import { type Finding, saveAttention, wasChecked } from './figures-store.ts'

const OVERDUE_SECONDS = 5 * 60
const LEAST_FREE = 0.1
const NAMES_SHOWN = 3
/** The books are read in full, so less often than the rest. */
const CREDITS_EVERY_MINUTES = 60

async function counted(db: Db, query: ReturnType<typeof sql>): Promise<Finding> {
  const { rows } = await sql<{ amount: number; names: string[] | null }>`
    select count(*)::int as amount, (array_agg(distinct name order by name))[1:${NAMES_SHOWN}] as names
    from (${query}) found`.execute(db)
  const { amount = 0, names = null } = rows[0] ?? {}
  return { amount, detail: names?.filter(Boolean).join(', ') || null, isFine: amount === 0 }
}

const accountNames = (from: ReturnType<typeof sql>) => sql`select a.name ${from}`

const CHECKS: Record<AttentionKind, (ctx: Context) => Promise<Finding>> = {
  async audit({ db }) {
    const { broken } = await findVerification(db)
    return { amount: broken ? 1 : 0, detail: broken, isFine: broken === null }
  },
  async ledger(ctx) {
    const { drift, accounts } = await checkWalletBooks(ctx)
    const detail = accounts.length > 0 ? `Accounts ${accounts.slice(0, NAMES_SHOWN).join(', ')}` : null
    return { amount: drift || accounts.length, detail, isFine: drift === 0 && accounts.length === 0 }
  },
  async backups(ctx) {
    const detail = await findBackupProblem(ctx)
    return { amount: detail === null ? 0 : 1, detail, isFine: detail === null }
  },
  async disk({ storage }) {
    const free = await storage.free()
    return { amount: Math.floor(free * 100), detail: null, isFine: free >= LEAST_FREE }
  },
  async queue({ db }) {
    const seconds = Math.round(await queueAge(db))
    return { amount: seconds, detail: null, isFine: seconds < OVERDUE_SECONDS }
  },
  payments: ({ db }) =>
    counted(
      db,
      accountNames(sql`from payment_difference_info d join account_node a on a.id = d.account_id
        where d.resolved_at is null`),
    ),
  sources: ({ db }) =>
    counted(
      db,
      sql`select distinct source_id as name from source_health_info
        where parked_until > now() and park_reason is distinct from 'admin'`,
    ),
  webhooks: ({ db }) =>
    counted(
      db,
      accountNames(sql`from webhook_info w join account_node a on a.id = w.account_id
        where w.off_reason in ('gone', 'failing') and w.deleted_at is null and a.closed_at is null`),
    ),
  runs: ({ db }) =>
    counted(
      db,
      accountNames(sql`from run_info r join account_node a on a.id = r.account_id
        where r.state = 'failed' and r.created_at > now() - interval '7 days'
          and r.finished_at > now() - interval '1 day'`),
    ),
  bounces: ({ db }) =>
    counted(
      db,
      sql`select null::text as name from mail_message_info where bounce in ('hard', 'complaint')
        and created_at > now() - interval '7 days' and bounced_at > now() - interval '1 day'`,
    ),
  domains: ({ db }) => counted(db, sql`select host as name from site_domain_info where state = 'failing'`),
  errors: ({ db }) =>
    counted(
      db,
      sql`select null::text as name from app_error_info where created_at > now() - interval '1 day'`,
    ),
}

/** Checks everything that may need attention, and stores the results. */
export async function checkAttention(ctx: Context): Promise<void> {
  await forEachItem(
    'checks',
    Object.entries(CHECKS),
    async ([kind, check]) => {
      if (kind !== 'ledger' || !(await wasChecked(ctx.db, kind, CREDITS_EVERY_MINUTES)))
        await saveAttention(ctx.db, kind, await check(ctx))
    },
    { nameItem: ([kind]) => kind },
  )
}
