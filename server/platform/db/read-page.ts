import type { SelectQueryBuilder } from 'kysely'

/**
 * One page of rows, and the number of all rows.
 * @param matching the conditions alone: what is counted
 * @param sorted the same with columns and order
 */
export async function readPage<DB, TB extends keyof DB, Row>(
  matching: SelectQueryBuilder<DB, TB, object>,
  // biome-ignore lint/suspicious/noExplicitAny: joins may have added tables
  sorted: SelectQueryBuilder<any, any, Row>,
  { page, limit }: { page: number; limit: number },
) {
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
  const rows = await sorted
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}
