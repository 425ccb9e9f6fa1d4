import { foldToWord } from '#server/platform/text/fold-text.ts'
import type { PageFindings } from '../findings.ts'
import { classifyPage } from '../page/page-kind.ts'
import { getDomainLabel } from '../registrable-domain.ts'

const SEPARATOR = /\s+[|·•–—»«:-]+\s+|\s*[|»«]\s*|:\s+/
const MAX_NAME = 60

/** The part of the titles that is like the domain, or that most titles share; null when there is none. */
export function findTitleName(domain: string, pages: readonly PageFindings[]): string | null {
  const label = foldToWord(getDomainLabel(domain))
  const counts = new Map<string, { text: string; count: number }>()
  for (const { title, url } of pages.slice(0, 200)) {
    for (const part of new Set(title.split(SEPARATOR).map((text) => text.trim()))) {
      if (part.length < 2 || part.length > MAX_NAME) continue
      const key = foldToWord(part)
      const known = counts.get(key) ?? { text: part, count: 0 }
      known.count += classifyPage(url, '') === 'home' ? 1.5 : 1
      counts.set(key, known)
    }
  }
  const parts = [...counts].sort((a, b) => b[1].count - a[1].count)
  const alike = parts.find(
    ([key]) =>
      key.length >= 2 &&
      label.length >= 2 &&
      (key === label || (key.length >= 3 && (label.includes(key) || key.includes(label)))),
  )
  if (alike) return alike[1].text
  const [most] = parts
  return most && pages.length >= 3 && most[1].count * 2 > pages.length ? most[1].text : null
}
