import { resolveCountry } from '#server/platform/text/country-names.ts'
import { getPageLines } from '../page/page-lines.ts'
import type { PageTree } from '../page/page-tree.ts'
import { REGION_NAMES } from './regions.ts'

const MAX_CHARS = 50_000
const NAMES = new RegExp(
  `(?<![\\p{L}])(?:${[...REGION_NAMES.keys()].join('|')}|U\\.S\\.A?|UK|USA|\\p{Lu}\\p{L}{3,})(?![\\p{L}])`,
  'gu',
)

/** How often an English text names each country or a part of it: little, but more than nothing. */
export const countNamedCountries = (page: PageTree): Record<string, number> => {
  const counts: Record<string, number> = {}
  const text = getPageLines(page)
    .map((line) => line.text)
    .join('\n')
    .slice(0, MAX_CHARS)
  for (const [name] of `${page.title}\n${text}`.matchAll(NAMES)) {
    const country = REGION_NAMES.get(name) ?? resolveCountry(name)
    if (country) counts[country] = (counts[country] ?? 0) + 1
  }
  return counts
}
