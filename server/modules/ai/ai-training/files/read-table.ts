import { parse } from 'csv-parse/sync'

/** Table rows as lines; as text when it is not a table. */
export function readTable(text: string): string {
  const [first = ''] = text.split('\n', 1)
  const delimiter = [',', ';', '\t'].sort(
    (a, b) => first.split(b).length - first.split(a).length,
  )[0] as string
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      bom: true,
    })
    return rows
      .map((cells) =>
        cells
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(' | '),
      )
      .join('\n')
  } catch {
    return text
  }
}
