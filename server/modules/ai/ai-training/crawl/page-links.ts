import type { PageLink } from '#server/platform/crawl/crawl-types.ts'
import { readPageTarget } from '#server/platform/html/page-targets.ts'
import { parseHtml } from '#server/platform/html/parse-html.ts'

const MAX_LINKS = 2000

export function pageLinks(html: string, url: string): { links: PageLink[]; base: string } {
  const links: PageLink[] = []
  let base = url
  parseHtml(html, {
    onopentag(tag, attrs) {
      const { href = '', rel = '' } = attrs
      const target = tag === 'a' || tag === 'area' ? href : readPageTarget(tag, attrs)
      if (tag === 'base' && href && base === url) base = URL.parse(href, url)?.href ?? url
      if (target && links.length < MAX_LINKS) links.push({ href: target, text: '', rel })
    },
  })
  return { links, base }
}

/** The links as absolute URLs without fragments, each once: an interrupted crawl continues from them. */
export const readAddresses = ({ links, base }: { links: readonly PageLink[]; base: string }): string[] => [
  ...new Set(
    links.flatMap(({ href }) => {
      const address = URL.parse(href, base)
      if (!address || !/^https?:$/.test(address.protocol) || address.href.length > 2000) return []
      address.hash = ''
      return [address.href]
    }),
  ),
]
