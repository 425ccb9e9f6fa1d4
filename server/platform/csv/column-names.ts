/** Names the columns of a header; a column without a name gets its number. */
export function namedColumns(cells: readonly string[]): string[] {
  const names = cells.map((name) => name.trim())
  return names.map((name, at) => name || `Column ${at + 1}`)
}

/** The same names with a number appended to duplicates: `Email`, `Email (2)`. */
export function numberedColumns(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    let own = name
    for (let at = 2; used.has(own); at++) own = `${name} (${at})`
    used.add(own)
    return own
  })
}
