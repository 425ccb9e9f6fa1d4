import { Readable } from 'node:stream'
import type { ReportFrequency, SubscriptionReport } from '#contract/admin/reports.ts'
import { type AccountsService, findPlatformId } from '#server/modules/accounts/accounts/index.ts'
import { platformDays } from '#server/modules/admin/figures/index.ts'
import type { MailService } from '#server/modules/branding/mail/index.ts'
import type { SitesService } from '#server/modules/branding/sites/index.ts'
import { fieldChanges, recordAudit } from '#server/modules/core/audit/index.ts'
import type { Downloader, TicketsService } from '#server/modules/core/files/index.ts'
import { findActorById } from '#server/modules/identity/sessions/index.ts'
import { csvLine } from '#server/platform/csv/write-csv.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { can } from '#server/platform/http/capabilities.ts'
import { forEachItem } from '#server/platform/queue/for-each-item.ts'
import { reportLines } from './report-lines.ts'
import {
  claim,
  findDue,
  findFrequency,
  type Reader,
  saveFrequency,
  subscriptionGroups,
} from './reports-store.ts'
import { reportOf } from './subscription-report.ts'

export interface ReportsDeps {
  db: Db
  accounts: Pick<AccountsService, 'findAccount' | 'findUser'>
  tickets: TicketsService
  mail: Pick<MailService, 'send'>
  sites: Pick<SitesService, 'brandOf'>
}

const KIND = 'subscription_report'

interface Query {
  months: number
  account_id?: number | undefined
}

/** Whose customers a report covers. @throws AppError not_found. */
async function sellerOf({ db, accounts }: ReportsDeps, accountId: number | undefined): Promise<number> {
  const id = accountId ?? (await findPlatformId(db))
  const account = id === null ? undefined : await accounts.findAccount(id)
  if (!account || account.deleted_at) throw notFound('The account')
  return account.id
}

/** The platform's sales figures, as a page, a file and an email. */
export function createReports(deps: ReportsDeps) {
  const { db, tickets, mail, sites, accounts } = deps

  async function today() {
    const day = await platformDays(db, 1)
    if (!day) throw notFound('The platform’s account')
    return { day: day.to, timeZone: day.time_zone }
  }

  async function subscriptions({ months, account_id }: Query): Promise<SubscriptionReport> {
    const sellerId = await sellerOf(deps, account_id)
    const { day, timeZone } = await today()
    return reportOf(await subscriptionGroups(db, { sellerId, timeZone }), {
      current: day.slice(0, 7),
      months,
    })
  }

  async function sendTo(accountId: number, userId: number, report: SubscriptionReport, day: string) {
    const [actor, user] = [await findActorById(db, accountId, userId), await accounts.findUser(userId)]
    if (!actor || !user || !can(actor, 'see_revenue')) return
    await mail.send({
      siteId: null,
      to: user.email,
      template: 'subscription-report',
      variables: {
        first_name: user.first_name,
        when: `${day}T00:00:00.000Z`,
        lines: reportLines(report).join('\n'),
      },
      secrets: { link: `${(await sites.brandOf(null)).url}/admin/reports` },
      userId,
      accountId,
    })
  }

  const downloader: Downloader = {
    kind: KIND,
    async open(ticket) {
      const { query, filename } = ticket.input as unknown as { query: Query; filename: string }
      const { months, currencies } = await subscriptions(query)
      const head = [
        'month',
        'new',
        'churned',
        'churn_rate',
        'active',
        'trials',
        'converted',
        'currency',
        'mrr',
      ]
      const lines = months.flatMap(({ mrr, ...figures }) =>
        (currencies.length > 0 ? currencies : ['']).map((currency) => {
          const { month, churned, churn_rate, active, trials, converted } = figures
          return [
            month,
            figures.new,
            churned,
            churn_rate,
            active,
            trials,
            converted,
            currency,
            mrr[currency] ?? 0,
          ]
        }),
      )
      const stream = Readable.from(
        [head, ...lines].map((line) => csvLine(line)),
        { objectMode: false },
      )
      return { filename, contentType: 'text/csv; charset=utf-8', stream }
    },
  }

  return {
    subscriptions,
    downloader,

    async ticket(actor: Actor, query: Query) {
      await sellerOf(deps, query.account_id)
      const filename = `subscriptions-${query.months}-months.csv`
      return transaction(db, async () => {
        recordAudit(db, { accountId: actor.accountId, detail: { filename } })
        return {
          ...(await tickets.issue(actor, KIND, { query, filename })),
          run_id: null,
          total: null,
          filename,
        }
      })
    },

    frequency: (actor: Actor) => findFrequency(db, actor.accountId, actor.userId),

    async schedule(actor: Actor, frequency: ReportFrequency): Promise<void> {
      const { day } = await today()
      await transaction(db, async () => {
        const before = await findFrequency(db, actor.accountId, actor.userId)
        await saveFrequency(db, actor, frequency, day)
        const detail = fieldChanges({ frequency: before }, { frequency })
        recordAudit(db, { accountId: actor.accountId, subject: `user:${actor.userId}`, detail })
      })
    },

    /** Sends the report to those whose week or month has started, once each. */
    async sendDue(): Promise<void> {
      const [{ day }, report] = [await today(), await subscriptions({ months: 2 })]
      const send = (person: Reader) =>
        transaction(db, async () => {
          if (await claim(db, person, day)) await sendTo(person.account_id, person.user_id, report, day)
        })
      await forEachItem('people', await findDue(db, day), send, { nameOf: ({ user_id }) => user_id })
    },
  }
}

export type ReportsService = ReturnType<typeof createReports>
