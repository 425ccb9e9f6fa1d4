import type { ReportFrequency, SubscriptionReport } from '#contract/admin/statistics/subscription-report.ts'
import { findAccount, findPlatformId, findUser } from '#server/modules/accounts/accounts/index.ts'
import { sendMail } from '#server/modules/branding/mail/index.ts'
import { findBrand } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import { findActorById } from '#server/modules/identity/sessions/index.ts'
import type { Context } from '#server/platform/context.ts'
import { transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { requireDays } from './choose-span.ts'
import { reportLines } from './report-lines.ts'
import {
  claim,
  findDue,
  findFrequency,
  type Reader,
  saveFrequency,
  subscriptionGroups,
} from './reports-store.ts'
import { makeReport } from './subscription-report.ts'

/** What a report covers: its last months, and whose customers; the platform's when absent. */
export interface Query {
  months: number
  account_id?: number
}

/** Whose customers a report covers. @throws AppError not_found. */
export async function findSeller(ctx: Context, accountId: number | undefined): Promise<number> {
  const id = accountId ?? (await findPlatformId(ctx.db))
  const account = id === null ? undefined : await findAccount(ctx, id)
  if (!account || account.deleted_at) throw notFound('The account')
  return account.id
}

export async function showSubscriptionReport(
  ctx: Context,
  { months, account_id }: Query,
): Promise<SubscriptionReport> {
  const sellerId = await findSeller(ctx, account_id)
  const { to: day, timeZone } = await requireDays(ctx.db, 1)
  return makeReport(await subscriptionGroups(ctx.db, { sellerId, timeZone }), {
    current: day.slice(0, 7),
    months,
  })
}

async function sendReport(
  ctx: Context,
  accountId: number,
  userId: number,
  report: SubscriptionReport,
  day: string,
) {
  const [actor, user] = [await findActorById(ctx, accountId, userId), await findUser(ctx, userId)]
  if (!actor || !user || !can(actor, 'see_revenue')) return
  await sendMail(ctx, {
    siteId: null,
    to: user.email,
    template: 'subscription-report',
    variables: {
      first_name: user.first_name,
      when: `${day}T00:00:00.000Z`,
      lines: reportLines(report).join('\n'),
    },
    secrets: { link: `${(await findBrand(ctx, null)).url}/admin/reports` },
    userId,
    accountId,
  })
}

export const findReportFrequency = (ctx: Context, actor: Actor) =>
  findFrequency(ctx.db, actor.accountId, actor.userId)

export async function scheduleReport(ctx: Context, actor: Actor, frequency: ReportFrequency): Promise<void> {
  const { to: day } = await requireDays(ctx.db, 1)
  await transaction(ctx.db, async () => {
    const before = await findFrequency(ctx.db, actor.accountId, actor.userId)
    await saveFrequency(ctx.db, actor, frequency, day)
    const detail = fieldChanges({ frequency: before }, { frequency })
    recordAudit(ctx.db, { accountId: actor.accountId, subject: `user:${actor.userId}`, detail })
  })
}

/** Sends the report to those whose week or month has started, once each. */
export async function sendDueReports(ctx: Context): Promise<void> {
  const [{ to: day }, report] = [
    await requireDays(ctx.db, 1),
    await showSubscriptionReport(ctx, { months: 2 }),
  ]
  const send = (person: Reader) =>
    transaction(ctx.db, async () => {
      if (await claim(ctx.db, person, day))
        await sendReport(ctx, person.account_id, person.user_id, report, day)
    })
  await forEachItem('people', await findDue(ctx.db, day), send, { nameItem: ({ user_id }) => user_id })
}
