import type { FileMetaData, SchemaElement } from 'hyparquet'

/** Columns to read, by name; of an object only the named parts, or all of it. */
export type Wanted = Readonly<Record<string, readonly string[] | 'all'>>

/** Lists and maps add their own names (`list`, `element`) to a column's path. */
function isWanted(path: readonly string[], wanted: Wanted): boolean {
  const [top = '', ...rest] = path
  if (!Object.hasOwn(wanted, top)) return false
  const parts = wanted[top]
  return parts === 'all' || rest.some((name) => parts?.includes(name))
}

/** A schema is a flat list of elements, each before its children. */
function pruneSchema(schema: readonly SchemaElement[], wanted: Wanted): SchemaElement[] {
  let next = 0
  const take = (path: readonly string[]): SchemaElement[] => {
    const element = schema[next] as SchemaElement
    next += 1
    const own = next === 1 ? [] : [...path, element.name]
    if (!element.num_children) return isWanted(own, wanted) ? [element] : []
    const subtrees: SchemaElement[][] = []
    for (let child = 0; child < element.num_children; child += 1) {
      const elements = take(own)
      if (elements.length > 0) subtrees.push(elements)
    }
    if (subtrees.length === 0 && own.length > 0) return []
    return [{ ...element, num_children: subtrees.length }, ...subtrees.flat()]
  }
  return take([])
}

/** Metadata reduced to the wanted columns, so that the others are never decompressed. */
export function pruneMetadata(metadata: FileMetaData, wanted: Wanted): FileMetaData {
  const row_groups = metadata.row_groups.map((group) => ({
    ...group,
    columns: group.columns.filter(({ meta_data }) => isWanted(meta_data?.path_in_schema ?? [], wanted)),
  }))
  return { ...metadata, schema: pruneSchema(metadata.schema, wanted), row_groups }
}

/** Wanted columns, split into the smallest independently readable parts. */
export const splitWanted = (wanted: Wanted): Wanted[] =>
  Object.entries(wanted).flatMap(([column, parts]): Wanted[] =>
    parts === 'all' ? [{ [column]: parts }] : parts.map((part) => ({ [column]: [part] })),
  )
