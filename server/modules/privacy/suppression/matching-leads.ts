import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { listDigits } from '#server/platform/text/read-phone.ts'
import { mailboxKey, type ReadValue } from './read-value.ts'

/** A lead matched by a value. `suppressed_by` is the entry that already hides it. */
export interface Match {
  account_id: number
  list_id: number
  id: number
  kind: ReadValue['kind']
  value: string
}

/** A profile URL in the form of `profileKey`. */
const normaliseProfile = (
  text: RawBuilder<unknown>,
) => sql`rtrim(regexp_replace(regexp_replace(regexp_replace(lower(${text}),
  '^https?://(www\\.|m\\.|mobile\\.|[a-z]{2}\\.)?', ''), '^twitter\\.com/', 'x.com/'), '[?#].*$', ''), '/')`

const normaliseHost = (text: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(lower(${text}), '^https?://([^/@]*@)?(www\\.)?', ''), '[:/?#].*$', '')`

/** A stored phone: in E.164, or the digits of an unparsed one, as `possibleE164` takes them. */
const writtenPhone = sql`case when l.phone like '+%' then regexp_replace(l.phone, '[^+0-9]', '', 'g')
  else ltrim(regexp_replace(regexp_replace(l.phone, '([0-9])\\s*[,;]?\\s*[A-Za-z#].*$', '\\1'), '[^0-9]', '', 'g'), '0') end`

const valuesOfKind = (values: readonly ReadValue[], kind: ReadValue['kind']) =>
  values.filter((value) => value.kind === kind).map((value) => value.value)

/** Up to so many domains are looked for in each lead's text before its hosts are taken apart. */
const DOMAINS_LOOKED_FOR = 50

/** Whether a lead can be at one of these domains, cheaply: taking all leads apart took most of the time. */
const mayBeAt = (domains: readonly string[]) =>
  domains.length > DOMAINS_LOOKED_FOR
    ? sql`true`
    : sql`lower(coalesce(l.domain, '') || ' ' || coalesce(l.website, '') || ' ' || coalesce(l.email, ''))
        like any(${domains.map(containing)}::text[])`

/**
 * These accounts' leads that match a value and are not hidden yet, including deleted ones, once per value.
 * Emails use their index; other kinds scan every lead once.
 */
export async function matchingLeads(db: Db, accountIds: number[], values: readonly ReadValue[]) {
  const scope = sql`l.account_id = any(${accountIds}::bigint[]) and l.suppressed_by is null`
  const picked = sql`l.account_id, l.list_id, l.id`
  const parts: RawBuilder<Match>[] = []
  const emails = valuesOfKind(values, 'email')
  const domains = valuesOfKind(values, 'domain')
  const phones = valuesOfKind(values, 'phone')
  const profiles = valuesOfKind(values, 'profile')
  if (emails.length > 0)
    parts.push(sql`select ${picked}, 'email' as kind, lower(l.email) as value from lead_info l
      where ${scope} and l.email is not null and lower(l.email) = any(${emails}::text[])`)
  if (phones.length > 0) {
    // As written where it has a country, and by its digits where it could not be parsed.
    const written = phones.flatMap((value) => [
      { value, as: value },
      ...listDigits(value).map((digits) => ({ value, as: digits })),
    ])
    parts.push(sql`select distinct ${picked}, 'phone' as kind, w.value from lead_info l
      join jsonb_to_recordset(${JSON.stringify(written)}::jsonb) as w(value text, "as" text) on w."as" = ${writtenPhone}
      where ${scope} and l.phone is not null`)
  }
  if (profiles.length > 0)
    parts.push(sql`select distinct ${picked}, 'profile' as kind, w.value from lead_info l
      cross join lateral jsonb_each_text(l.fields) as f(name, url)
      join unnest(${profiles}::text[]) as w(value) on w.value = ${normaliseProfile(sql`f.url`)}
      where ${scope} and f.name like '%\\_url'`)
  if (domains.length > 0)
    parts.push(sql`select distinct ${picked}, 'domain' as kind, w.value from lead_info l
      cross join lateral (values (${normaliseHost(sql`l.domain`)}), (${normaliseHost(sql`l.website`)}),
        (split_part(lower(l.email), '@', 2))) as h(host)
      cross join lateral generate_series(1, 6) as n(at)
      join unnest(${domains}::text[]) as w(value)
        on w.value = array_to_string((string_to_array(h.host, '.'))[n.at:], '.')
      where ${scope} and ${mayBeAt(domains)} and h.host <> ''`)
  if (parts.length === 0) return []
  const { rows } = await sql<Match>`${sql.join(parts, sql` union all `)}`.execute(db)
  return rows
}

/** A lead's email at Gmail in the form of `mailboxKey`. */
const mailbox = sql`replace(split_part(split_part(lower(l.email), '@', 1), '+', 1), '.', '') || '@gmail.com'`

const isGmail = ({ kind, value }: ReadValue) => kind === 'email' && /@(?:gmail|googlemail)\.com$/.test(value)

/** As `matchingLeads`, but emails at Gmail also match other spellings of their mailbox: by a scan of all leads. */
export async function matchingMailboxes(db: Db, accountIds: number[], values: readonly ReadValue[]) {
  const others = await matchingLeads(
    db,
    accountIds,
    values.filter((value) => !isGmail(value)),
  )
  const wanted = values.filter(isGmail).map(({ value }) => ({ value, as: mailboxKey(value) }))
  if (wanted.length === 0) return others
  const { rows } = await sql<Match>`
    select l.account_id, l.list_id, l.id, 'email' as kind, w.value from lead_info l
    join jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(value text, "as" text) on w."as" = ${mailbox}
    where l.account_id = any(${accountIds}::bigint[]) and l.suppressed_by is null
      and (lower(l.email) like '%@gmail.com' or lower(l.email) like '%@googlemail.com')`.execute(db)
  return [...others, ...rows]
}

const makeKey = ({ account_id, list_id }: { account_id: number; list_id: number }) =>
  `${account_id} ${list_id}`
export const listLists = (rows: readonly { account_id: number; list_id: number }[]) =>
  [...new Map(rows.map((row) => [makeKey(row), row])).values()].map((row) => ({
    accountId: row.account_id,
    listId: row.list_id,
  }))
