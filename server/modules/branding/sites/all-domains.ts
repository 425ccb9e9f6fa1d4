import { allDomains, type ReportedDomain } from '#contract/branding/all-domains.ts'
import type { Db } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { pick } from '#server/platform/pick.ts'
import { OTHER_HOSTS, pageOfReported, type ReportQuery } from './certificate-requests-store.ts'
import type { SitesService } from './sites-service.ts'

type Row = Awaited<ReturnType<typeof pageOfReported>>['rows'][number]

/** Failing domains of all accounts, and certificate requests, for administrators. */
export function createAllDomains({ db, sites }: { db: Db; sites: Pick<SitesService, 'fixedKind'> }) {
  const present = ({ host, account_id, account, failing_since, last_at, ...row }: Row): ReportedDomain => ({
    host: host === OTHER_HOSTS ? null : host,
    account: account_id === null ? null : { id: account_id, name: account ?? '' },
    platform: host !== OTHER_HOSTS && sites.fixedKind(host) !== undefined,
    failing_since: failing_since?.toISOString() ?? null,
    last_request_at: last_at?.toISOString() ?? null,
    ...pick(row, 'state', 'problem', 'allowed', 'refused', 'most_allowed'),
  })
  return {
    async page(query: ReportQuery) {
      const { rows, total } = await pageOfReported(db, query)
      return { data: rows.map(present), currentPage: query.page, pageSize: query.limit, total }
    },
  }
}

export const allDomainRoutes = (service: ReturnType<typeof createAllDomains>) => [
  route(allDomains, ({ query }) => service.page(query)),
]
