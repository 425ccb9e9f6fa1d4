import { type SqlBool, sql } from 'kysely'
import {
  CERTIFICATE_REQUEST_DAYS,
  type DomainProblem,
  REPEATED_REQUESTS,
} from '#contract/branding/all-domains.ts'
import type { SiteDomain } from '#contract/branding/domains.ts'
import { type Db, transaction } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'

declare module '#server/platform/db/tables.ts' {
  interface Tables {
    certificate_request: {
      day: Date
      host: string
      is_known: boolean
      allowed: number
      refused: number
      last_at: Date
    }
  }
}

/** The row of domains that are not kept one by one. */
export const OTHER_HOSTS = '*'
/** Domains a day that no account has added and that are kept one by one. */
export const UNKNOWN_PER_DAY = 100

const TODAY = sql`(now() at time zone 'utc')::date`
const RECENT = sql`day > ${TODAY} - ${CERTIFICATE_REQUEST_DAYS}::int`

export interface HostRequests {
  host: string
  allowed: number
  refused: number
}

/** Adds requests to those of today. Unknown domains beyond the day's limit are counted together. */
export const countRequests = (db: Db, requests: readonly HostRequests[]) =>
  transaction(db, async () => {
    await sql`select pg_advisory_xact_lock(hashtextextended('certificate requests', 0))`.execute(db)
    await sql`
      with request as (
        select r.host, r.allowed, r.refused,
          r.allowed > 0 or exists (select from site_domain d where d.host = r.host) as is_known,
          exists (select from certificate_request c where c.day = ${TODAY} and c.host = r.host) as is_stored
        from jsonb_to_recordset(${JSON.stringify(requests)}::jsonb) as r (host text, allowed bigint, refused bigint)
      ), placed as (
        select allowed, refused, is_known, case when is_known or is_stored
            or row_number() over (partition by is_known or is_stored order by host) <= ${UNKNOWN_PER_DAY}
              - (select count(*) from certificate_request c where c.day = ${TODAY} and not c.is_known)
          then host else ${OTHER_HOSTS} end as host
        from request
      )
      insert into certificate_request as c (day, host, is_known, allowed, refused, last_at)
      select ${TODAY}, host, bool_or(is_known), sum(allowed), sum(refused), now() from placed group by host
      on conflict (day, host) do update set allowed = c.allowed + excluded.allowed,
        refused = c.refused + excluded.refused, last_at = excluded.last_at`.execute(db)
  })

export async function removeOldCertificateRequests(db: Db): Promise<void> {
  await sql`delete from certificate_request where not (${RECENT})`.execute(db)
}

interface Reported extends HostRequests {
  most_allowed: number
  last_at: Date | null
  state: SiteDomain['state'] | null
  failing_since: Date | null
  problem: string | null
  account_id: number | null
  account: string | null
}

/** Requests of the last days by domain, and failing domains. Who serves a domain comes before who only added it. */
const REPORTED = sql<Reported>`(
  select coalesce(r.host, d.host) as host, coalesce(r.allowed, 0) as allowed, coalesce(r.refused, 0) as refused,
    coalesce(r.most_allowed, 0) as most_allowed, r.last_at, d.state, d.failing_since, d.problem, d.account_id, d.account
  from (
    select host, sum(allowed)::bigint as allowed, sum(refused)::bigint as refused,
      max(allowed) as most_allowed, max(last_at) as last_at
    from certificate_request where ${RECENT} group by host
  ) r full join (
    select distinct on (s.host) s.host, s.state, s.failing_since, s.problem, a.id as account_id, a.name as account
    from site_domain s join site t on t.id = s.site_id join account_node a on a.id = t.account_id
    where s.state = 'failing' or s.host in (select host from certificate_request where ${RECENT})
    order by s.host, s.state in ('active', 'failing') desc, s.id
  ) d on d.host = r.host
)`

const PROBLEMS: Record<DomainProblem, ReturnType<typeof sql<SqlBool>>> = {
  failing: sql<SqlBool>`d.state = 'failing'`,
  refused: sql<SqlBool>`d.refused > 0`,
  repeated: sql<SqlBool>`d.most_allowed >= ${REPEATED_REQUESTS}`,
}

export interface ReportQuery {
  page: number
  limit: number
  problem?: DomainProblem
  search?: string
}

export function listReported(db: Db, { page, limit, problem, search }: ReportQuery) {
  let found = db.selectFrom(REPORTED.as('d'))
  if (problem) found = found.where(PROBLEMS[problem])
  if (search) found = found.where('d.host', 'ilike', containing(search))
  const shown = found.selectAll().orderBy(sql`coalesce(d.last_at, d.failing_since)`, 'desc').orderBy('d.host')
  return readPage(found, shown, { page, limit })
}
