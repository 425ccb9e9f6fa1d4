import { allDomains, type ReportedDomain } from '#contract/branding/all-domains.ts'
import type { Context } from '#server/platform/context.ts'
import { pageReply } from '#server/platform/http/page-reply.ts'
import { route } from '#server/platform/http/route.ts'
import { pick } from '#server/platform/pick.ts'
import { listReported, OTHER_HOSTS, type ReportQuery } from './certificate-requests-store.ts'
import { fixedHostKind } from './host-kind.ts'

type Row = Awaited<ReturnType<typeof listReported>>['rows'][number]

const present = (
  ctx: Context,
  { host, account_id, account, failing_since, last_at, ...row }: Row,
): ReportedDomain => ({
  host: host === OTHER_HOSTS ? null : host,
  account: account_id === null ? null : { id: account_id, name: account ?? '' },
  platform: host !== OTHER_HOSTS && fixedHostKind(ctx, host) !== undefined,
  failing_since: failing_since?.toISOString() ?? null,
  last_request_at: last_at?.toISOString() ?? null,
  ...pick(row, 'state', 'problem', 'allowed', 'refused', 'most_allowed'),
})

async function pageOfAllDomains(ctx: Context, query: ReportQuery) {
  const { rows, total } = await listReported(ctx.db, query)
  return pageReply(
    rows.map((row) => present(ctx, row)),
    query,
    total,
  )
}

/** Failing domains of all accounts, and certificate requests, for administrators. */
export const allDomainRoutes = (ctx: Context) => [
  route(allDomains, ({ query }) => pageOfAllDomains(ctx, query)),
]
