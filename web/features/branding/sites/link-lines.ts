import { DEFAULT_MENU } from '#contract/branding/default-brand.ts'
import { type Site, updateSite } from '#contract/branding/site.ts'
import { MESSAGES } from '#contract/core/messages.ts'
import { schemaErrors } from '#web/lib/form-errors.ts'
import type { SiteChange } from './site-values.ts'

export const MAX_LINKS = 20

/** A link in its line; the id stays with it while it moves. */
export interface LinkLine {
  id: string
  label: string
  url: string
}

let made = 0

export const newLine = ({ label, url }: Omit<LinkLine, 'id'>): LinkLine => {
  // Counted, because browsers create random ids over HTTPS only.
  const id = String(++made)
  return { id, label, url }
}

/** Common external links. */
const USUAL = ['Community', 'Q&A Office Hours', 'Snapshot Store', 'Roadmap']

/** A line for the next common link that is missing. */
export const nextLine = (lines: readonly LinkLine[]): LinkLine =>
  newLine({ label: USUAL.find((name) => !lines.some(({ label }) => label === name)) ?? '', url: '' })

export const linkValues = (site: Pick<Site, 'menu'>) => ({ menu: (site.menu ?? DEFAULT_MENU).map(newLine) })

const makeLinks = (lines: readonly LinkLine[]) =>
  lines.map(({ label, url }) => ({ label: label.trim(), url: url.trim() }))

/** What is saved: defaults are null, so that future defaults apply. */
export function toMenu({ menu }: { menu: readonly LinkLine[] }): SiteChange {
  const links = makeLinks(menu)
  return { menu: JSON.stringify(links) === JSON.stringify(DEFAULT_MENU) ? null : links }
}

/** The lines after one was moved. */
export function moveLine(lines: readonly LinkLine[], id: string, place: number): LinkLine[] {
  const others = lines.filter((line) => line.id !== id)
  const at = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, at), ...lines.filter((line) => line.id === id), ...others.slice(at)]
}

/** Errors by line: an internal address must be a page. */
export function linkProblems(
  lines: readonly LinkLine[],
  isPage: (path: string) => boolean,
): Record<number, { label?: string; url?: string }> {
  const links = makeLinks(lines)
  const errors = schemaErrors(updateSite.body, { menu: links })
  return Object.fromEntries(
    links.flatMap(({ url }, place) => {
      const label = errors[`menu.${place}.label`]
      const wrongPage = url.startsWith('/') && !isPage(url) ? 'There’s no page at this address' : undefined
      const address = url ? (errors[`menu.${place}.url`] ?? wrongPage) : MESSAGES.required
      if (!label && !address) return []
      return [[place, { ...(label ? { label } : {}), ...(address ? { url: address } : {}) }]]
    }),
  )
}
