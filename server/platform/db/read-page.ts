import {
  AliasNode,
  IdentifierNode,
  type OperationNode,
  OrderByItemNode,
  RawNode,
  ReferenceNode,
  type SelectQueryBuilder,
  type SelectQueryNode,
  sql,
} from 'kysely'
import { type SortKey, startPage } from './paging.ts'

/** The expression behind a name in an order: that of the column which is selected under it, if there is one. */
function resolve(node: OperationNode, { selections = [] }: SelectQueryNode): OperationNode {
  if (!ReferenceNode.is(node) || node.table) return node
  const column = (node.column as { column?: { name: string } }).column?.name
  for (const { selection } of selections)
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias) && selection.alias.name === column)
      return selection.node
  return node
}

function readKey(item: OperationNode, query: SelectQueryNode): SortKey {
  if (!OrderByItemNode.is(item) || item.collation) throw new Error('This order can’t be read')
  const { orderBy, direction, nulls } = item
  const written = RawNode.is(orderBy) ? (orderBy.sqlFragments.at(-1) ?? '') : ''
  if (/\b(asc|desc|nulls (first|last))\s*$/i.test(written))
    throw new Error('Give direction and nulls of an order to orderBy, not as SQL')
  const by = resolve(orderBy, query)
  return {
    by: sql`${{ toOperationNode: () => by } as never}`,
    descending: direction !== undefined && RawNode.is(direction) && direction.sqlFragments[0] === 'desc',
    ...(nulls && { nulls }),
  }
}

/**
 * One page of rows, by number or behind the cursor of the current call, and the number of all rows.
 * @param matching the conditions alone: what is counted
 * @param sorted the same with columns and an order that ends with a key that no two rows share; no groups
 */
export async function readPage<DB, TB extends keyof DB, Row extends object>(
  matching: SelectQueryBuilder<DB, TB, object>,
  // biome-ignore lint/suspicious/noExplicitAny: joins may have added tables
  sorted: SelectQueryBuilder<any, any, Row>,
  query: { page: number; limit: number },
): Promise<{ rows: Row[]; total: number }> {
  const node = sorted.toOperationNode() as SelectQueryNode
  if (node.groupBy || node.distinctOn) throw new Error('Groups can’t be read by position: select from them')
  const keys = (node.orderBy?.items ?? []).map((item) => readKey(item, node))
  const page = startPage(keys, query)
  const total = page.knownTotal ?? (await countRows(matching))
  const rows = await sorted
    .where(page.condition)
    .select(page.columns as never)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows: page.take(rows, total), total }
}

async function countRows<DB, TB extends keyof DB>(
  matching: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const counted = matching.select((eb) => eb.fn.countAll<number>().as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: number }
  return Number(total)
}
