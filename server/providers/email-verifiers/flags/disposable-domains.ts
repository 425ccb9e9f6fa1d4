import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
let known: ReadonlySet<string> | undefined

/** Loaded on first use: some 50,000 names. */
const domains = (): ReadonlySet<string> => {
  known ??= (require('mailchecker') as typeof import('mailchecker')).blacklist()
  return known
}

/** Whether a domain, or a parent domain, provides disposable addresses. */
export function isDisposableDomain(domain: string): boolean {
  const labels = domain.split('.')
  return labels.some((_, from) => from < labels.length - 1 && domains().has(labels.slice(from).join('.')))
}
