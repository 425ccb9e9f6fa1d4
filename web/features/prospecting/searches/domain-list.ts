/** A list of domains read from loose text. */
export interface DomainList {
  /** Hosts in lower case without `www.`, each once, in their order. */
  domains: string[]
  /** Entries that are no domain, as they were written. */
  wrong: string[]
  /** How often a domain was there again. */
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
 * The host that a domain, the address of a page or an email address means; null when it is none of them. Which part
 * of it was registered is the server's business.
 */
export function domainOf(entry: string): string | null {
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
    const domain = domainOf(entry)
    if (domain === null) wrong.push(entry)
    else if (domains.has(domain)) repeated += 1
    else domains.add(domain)
  }
  return { domains: [...domains], wrong, repeated }
}

/** Reads what was typed or pasted: entries apart by commas, semicolons, spaces or lines. */
export const readDomains = (text: string): DomainList => collect(text.split(/[\s,;]+/).filter(Boolean))

const cellsOf = (line: string): string[] => line.split(/[,;\t|]/)

/** The column of a file in which most domains stand; the first one when there are none. */
function domainColumn(rows: readonly string[][]): number {
  const hits = new Map<number, number>()
  for (const row of rows) {
    row.forEach((cell, at) => {
      if (domainOf(cell) !== null) hits.set(at, (hits.get(at) ?? 0) + 1)
    })
  }
  const [best] = [...hits].sort(([a, many], [b, more]) => more - many || a - b)
  return best?.[0] ?? 0
}

/** Rows looked at to find the column with the domains. */
const LOOKED_AT = 200

/** Reads a text or CSV file: the column in which most domains stand. Its head and empty cells are no mistakes. */
export function readDomainFile(text: string): DomainList {
  const rows = text.split(/\r\n|\r|\n/).map(cellsOf)
  const column = domainColumn(rows.slice(0, LOOKED_AT))
  const cells = rows.map((row) => (row[column] ?? '').trim()).filter(Boolean)
  const [first = ''] = cells
  return collect(domainOf(first) === null ? cells.slice(1) : cells)
}
