import { type Generated, type Selectable, sql } from 'kysely'
import type { ImportMapping } from '#contract/prospecting/lead-imports.ts'
import { asJson } from '#server/platform/db/as-json.ts'
import type { Db } from '#server/platform/db/db.ts'
import { findRow, lockRow } from '#server/platform/db/rows.ts'

interface ImportAddressTable {
  account_id: number
  list_id: number
  key_hash: string | null
  secret: string | null
  mapping: Generated<ImportMapping>
  proposed: Generated<ImportMapping>
  country: string | null
  label_ids: Generated<number[]>
  notify_ids: Generated<number[]>
  created_by: number | null
  created_at: Generated<Date>
  renewed_at: Date | null
}
declare module '#server/platform/db/tables.ts' {
  interface Tables {
    import_address: ImportAddressTable
  }
}
export type AddressRow = Selectable<ImportAddressTable>
type Place = Pick<AddressRow, 'account_id' | 'list_id'>

export const findAddress = (db: Db, place: Place): Promise<AddressRow | undefined> =>
  findRow(db, 'import_address', { account_id: place.account_id, list_id: place.list_id })

export const lockAddress = (db: Db, place: Place): Promise<AddressRow | undefined> =>
  lockRow(db, 'import_address', { account_id: place.account_id, list_id: place.list_id })

/** The address of a key, of whichever account. */
export const findByKey = (db: Db, keyHash: string): Promise<AddressRow | undefined> =>
  findRow(db, 'import_address', { key_hash: keyHash })

/** Gives a list an address, or its address another key. What people decided stays. */
export const storeKey = (
  db: Db,
  row: Pick<AddressRow, 'account_id' | 'list_id' | 'key_hash' | 'secret' | 'created_by' | 'notify_ids'>,
): Promise<AddressRow> =>
  db
    .insertInto('import_address')
    .values({ ...row, country: null, renewed_at: sql<Date>`now()` })
    .onConflict((oc) =>
      oc.columns(['account_id', 'list_id']).doUpdateSet((eb) => ({
        key_hash: eb.ref('excluded.key_hash'),
        secret: eb.ref('excluded.secret'),
        renewed_at: eb.ref('excluded.renewed_at'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export function updateAddress(
  db: Db,
  { account_id, list_id }: Place,
  { mapping, proposed, ...rest }: Partial<Omit<AddressRow, 'account_id' | 'list_id'>>,
): Promise<AddressRow> {
  return db
    .updateTable('import_address')
    .set({
      ...rest,
      ...(mapping && { mapping: asJson(mapping) }),
      ...(proposed && { proposed: asJson(proposed) }),
    })
    .where('account_id', '=', account_id)
    .where('list_id', '=', list_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
