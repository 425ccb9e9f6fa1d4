import { sql } from 'kysely'
import type { Db } from '#server/platform/db/db.ts'
import { containing } from '#server/platform/db/like-pattern.ts'
import { readPage } from '#server/platform/db/read-page.ts'

/** Filter for an account's log. Days are in `timeZone`. */
export interface AuditFilter {
  accountId: number
  timeZone: string
  search?: string
  action?: string
  subject?: string
  area?: string
  from?: string
  to?: string
  acting: boolean
  /** Staff of the installation appear as Support in the log of another account: their address has the platform's domain. */
  hidesStaff?: boolean
}

/** Entries with the people they name, who may be of another account. */
function entries(db: Db, filter: AuditFilter) {
  const { accountId, timeZone, search, action, area, subject, from, to, acting } = filter
  let query = db
    .selectFrom('audit_entry as e')
    .leftJoin('member as u', 'u.id', 'e.user_id')
    .leftJoin('member as a', 'a.id', 'e.actor_user_id')
    .where('e.account_id', '=', accountId)
  if (action) query = query.where('e.action', '=', action)
  if (area) query = query.where('e.action', 'like', `${area}\\_%`)
  if (subject) query = query.where('e.subject', '=', subject)
  if (acting) query = query.whereRef('e.actor_user_id', '<>', 'e.user_id')
  if (from) query = query.where('e.at', '>=', sql<Date>`${from}::date::timestamp at time zone ${timeZone}`)
  if (to) query = query.where('e.at', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone ${timeZone}`)
  if (search) {
    const pattern = containing(search)
    query = query.where((eb) =>
      eb.or((['u.name', 'u.email', 'a.name', 'a.email'] as const).map((name) => eb(name, 'ilike', pattern))),
    )
  }
  return query
}

const COLUMNS = [
  'e.account_id',
  'e.seq',
  'e.at',
  'e.action',
  'e.user_id',
  'e.actor_user_id',
  'e.credential',
  'e.subject',
  'e.detail',
] as const

/** The names and addresses of an entry's people. */
function peopleOf({ hidesStaff = false }: AuditFilter) {
  const pick = (person: 'u' | 'a', column: 'name' | 'email') => {
    const whose = sql.ref(person)
    return sql<string | null>`case when ${hidesStaff}::boolean and ${whose}.role = 'admin'
      and ${whose}.account_id <> e.account_id then ${column === 'name' ? 'Support' : null}::text
      else ${whose}.${sql.ref(column)} end`
  }
  return [
    pick('u', 'name').as('user_name'),
    pick('u', 'email').as('user_email'),
    pick('a', 'name').as('actor_name'),
    pick('a', 'email').as('actor_email'),
  ] as const
}

export async function listEntries(db: Db, filter: AuditFilter, page: { page: number; limit: number }) {
  const sorted = entries(db, filter)
    .select([...COLUMNS, ...peopleOf(filter)])
    .orderBy('e.seq', 'desc')
  const { rows, total } = await readPage(entries(db, filter), sorted, page)
  return { rows: await nameSubjects(db, filter.accountId, rows), total }
}

/** The numbers of subjects of a kind: those of `list:42` and `list:43`. */
const readIds = (rows: readonly { subject: string | null }[], kind: string): number[] => [
  ...new Set(
    rows.flatMap(({ subject }) => {
      const [found, id] = subject?.split(':') ?? []
      return found === kind && /^\d{1,15}$/.test(id ?? '') ? Number(id) : []
    }),
  ),
]

/** The entries of an account with today's names of lists, runs and people. */
async function nameSubjects<Row extends { subject: string | null }>(
  db: Db,
  accountId: number,
  rows: readonly Row[],
): Promise<(Row & { subject_name: string | null })[]> {
  const names = new Map<string, string | null>()
  const [lists, runs, users] = ['list', 'run', 'user'].map((kind) => readIds(rows, kind)) as [
    number[],
    number[],
    number[],
  ]
  if (lists.length > 0) {
    const found = db.selectFrom('list_info').select(['id', 'name']).where('account_id', '=', accountId)
    for (const { id, name } of await found.where('id', 'in', lists).execute()) names.set(`list:${id}`, name)
  }
  if (runs.length > 0) {
    const found = db.selectFrom('run_info').select(['id', 'title']).where('account_id', '=', accountId)
    for (const { id, title } of await found.where('id', 'in', runs).execute()) names.set(`run:${id}`, title)
  }
  if (users.length > 0) {
    const found = db.selectFrom('member').select(['id', 'name', 'email']).where('account_id', '=', accountId)
    for (const { id, name, email } of await found.where('id', 'in', users).execute())
      names.set(`user:${id}`, name ?? email)
  }
  return rows.map((row) => ({ ...row, subject_name: names.get(row.subject ?? '') ?? null }))
}

/** The next entries below a number, newest first; null starts at the newest. */
export function entriesBefore(db: Db, filter: AuditFilter, before: number | null, limit: number) {
  const query = entries(db, filter)
  return (before === null ? query : query.where('e.seq', '<', before))
    .select([...COLUMNS, ...peopleOf(filter)])
    .orderBy('e.seq', 'desc')
    .limit(limit)
    .execute()
}

export async function isBelow(db: Db, accountId: number, ancestorId: number): Promise<boolean> {
  const row = await db
    .selectFrom('account_node')
    .select('id')
    .where('id', '=', accountId)
    .where(sql<boolean>`${ancestorId} = any(path)`)
    .executeTakeFirst()
  return row !== undefined
}
