import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let known: ReadonlySet<string> | undefined

/** The list has some 50,000 names, so it is read when the first address is verified. */
const domains = (): ReadonlySet<string> => {
  known ??= (require('mailchecker') as typeof import('mailchecker')).blacklist()
  return known
}

/** Whether a domain, or one above it, gives out addresses that are thrown away after use. */
export function isDisposableDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.some((_, from) => from < labels.length - 1 && domains().has(labels.slice(from).join('.')))
}
