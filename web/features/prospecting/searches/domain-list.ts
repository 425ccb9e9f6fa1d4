/** Domains parsed from free text. */
export interface DomainList {
  /** Distinct lowercase hosts without `www.`, in original order. */
  domains: string[]
  /** Entries that are no domains, as written. */
  wrong: string[]
  /** Number of duplicates. */
  repeated: number
}

const LABEL = /^[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?$/
const LAST_LABEL = /^(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/
const MAX_HOST = 253

function isDomain(host: string): boolean {
  const labels = host.split('.')
  if (labels.length < 2 || host.length > MAX_HOST) return false
  return LAST_LABEL.test(labels.at(-1) ?? '') && labels.every((label) => LABEL.test(label))
}

/**
 * The host of a domain, URL or email address; null for anything else. The server finds the registered domain.
 */
export function readDomain(entry: string): string | null {
  const text = entry
    .trim()
    .replace(/^["'<]+|[>"']+$/g, '')
    .replace(/^mailto:/i, '')
  const afterAt = /^[^/?#:]*@([^@]*)$/.exec(text)?.[1] ?? text
  const address = /^https?:\/\//i.test(afterAt) ? afterAt : `http://${afterAt}`
  if (/\s/.test(address) || !URL.canParse(address)) return null
  const host = new URL(address).hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '')
  return isDomain(host) ? host : null
}

function collect(entries: readonly string[]): DomainList {
  const domains = new Set<string>()
  const wrong: string[] = []
  let repeated = 0
  for (const entry of entries) {
    const domain = readDomain(entry)
    if (domain === null) wrong.push(entry)
    else if (domains.has(domain)) repeated += 1
    else domains.add(domain)
  }
  return { domains: [...domains], wrong, repeated }
}

/** Parses typed or pasted text, split at commas, semicolons, spaces and lines. */
export const readDomains = (text: string): DomainList => collect(text.split(/[\s,;]+/).filter(Boolean))

const splitCells = (line: string): string[] => line.split(/[,;\t|]/)

/** The column with most domains; the first one if there are none. */
function domainColumn(rows: readonly string[][]): number {
  const hits = new Map<number, number>()
  for (const row of rows) {
    row.forEach((cell, at) => {
      if (readDomain(cell) !== null) hits.set(at, (hits.get(at) ?? 0) + 1)
    })
  }
  const [best] = [...hits].sort(([a, many], [b, more]) => more - many || a - b)
  return best?.[0] ?? 0
}

/** Number of rows examined to find that column. */
const LOOKED_AT = 200

/** Reads a text or CSV file: the column with most domains. Its header and empty cells are no errors. */
export function readDomainFile(text: string): DomainList {
  const rows = text.split(/\r\n|\r|\n/).map(splitCells)
  const column = domainColumn(rows.slice(0, LOOKED_AT))
  const cells = rows.map((row) => (row[column] ?? '').trim()).filter(Boolean)
  const [first = ''] = cells
  return collect(readDomain(first) === null ? cells.slice(1) : cells)
}
