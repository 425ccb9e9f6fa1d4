import { type Generated, type Selectable, sql } from 'kysely'
import type { DOMAIN_STATES } from '#contract/branding/domains.ts'
import type { Db } from '#server/platform/db/db.ts'
import { deleteRows, findRow, insertRow, lockRow } from '#server/platform/db/rows.ts'

interface SiteDomainTable {
  id: Generated<number>
  site_id: number
  host: string
  token: string
  state: Generated<(typeof DOMAIN_STATES)[number]>
  is_trusted: Generated<boolean>
  is_primary: Generated<boolean>
  verified_at: Date | null
  failing_since: Date | null
  told_days: Generated<number>
  /** Whether it leads to this installation; null: not known. */
  points_here: boolean | null
  last_checked_at: Date | null
  problem: string | null
  created_at: Generated<Date>
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    site_domain: SiteDomainTable
  }
}
export type DomainRow = Selectable<SiteDomainTable>
export type DomainChange = Partial<Omit<DomainRow, 'id' | 'site_id' | 'host' | 'token' | 'created_at'>>

export const listDomains = (db: Db, siteId: number) =>
  db
    .selectFrom('site_domain')
    .selectAll()
    .where('site_id', '=', siteId)
    .orderBy('is_primary', 'desc')
    .orderBy('id')
    .execute()

export const findDomain = (db: Db, siteId: number, host: string) =>
  findRow(db, 'site_domain', { site_id: siteId, host })

/** A domain, locked until the transaction ends. */
export const lockDomain = (db: Db, id: number) => lockRow(db, 'site_domain', { id })

/** Accounts whose sites have added a host. */
export async function findClaimants(db: Db, host: string): Promise<number[]> {
  const rows = await db
    .selectFrom('site_domain')
    .innerJoin('site', 'site.id', 'site_domain.site_id')
    .select('site.account_id')
    .where('host', '=', host)
    .orderBy('site.account_id')
    .execute()
  return rows.map((row) => row.account_id)
}

export const insertDomain = (db: Db, domain: Pick<DomainRow, 'site_id' | 'host' | 'token'> & DomainChange) =>
  insertRow(db, 'site_domain', domain)

export const updateDomain = (db: Db, id: number, change: DomainChange) =>
  db.updateTable('site_domain').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const deleteDomain = (db: Db, id: number) => deleteRows(db, 'site_domain', { id })

/** The served domain for links: the chosen one, else the oldest. */
export async function findPrimaryHost(db: Db, siteId: number): Promise<string | null> {
  const row = await findRow(db, 'site_info', { id: siteId, is_served: true }, ['domain'])
  return row?.domain ?? null
}

export async function setPrimary(db: Db, siteId: number, id: number | null): Promise<void> {
  const mine = db.updateTable('site_domain').where('site_id', '=', siteId)
  await mine.set({ is_primary: false }).where('is_primary', '=', true).execute()
  if (id !== null) await mine.set({ is_primary: true }).where('id', '=', id).execute()
}

/** Domains due for a record check: served ones without a voucher, and new ones for two weeks. */
export const findDueDomains = (db: Db, requestedBefore: Date, addedAfter: Date) =>
  db
    .selectFrom('site_domain')
    .selectAll()
    .where('is_trusted', '=', false)
    .where((eb) => eb.or([eb('last_checked_at', 'is', null), eb('last_checked_at', '<', requestedBefore)]))
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['active', 'failing']),
        eb.and([eb('state', '=', 'pending'), eb('created_at', '>', addedAfter)]),
      ]),
    )
    .orderBy(sql`last_checked_at nulls first`)
    .execute()
