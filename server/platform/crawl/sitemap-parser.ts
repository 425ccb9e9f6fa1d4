import { Parser } from 'htmlparser2'

/** Called for each URL in a sitemap; `sitemap` for a part of an index. */
export type OnSitemapAddress = (href: string, kind: 'url' | 'sitemap') => void

const MAX_ADDRESS_CHARS = 2048

export interface SitemapParser {
  write(text: string): void
  end(): void
}

/** Creates a parser that calls `onAddress` for every entry, in order. */
export function createSitemapParser(onAddress: OnSitemapAddress): SitemapParser {
  let kind: 'url' | 'sitemap' | null = null
  let prefix = ''
  let address: string | null = null

  const parser = new Parser(
    {
      onopentagname(name) {
        const [space, local] = splitName(name)
        if (local === 'url' || local === 'sitemap') {
          kind = local
          prefix = space
          // An image URL (`image:loc`) is in another namespace.
        } else if (kind && local === 'loc' && space === prefix) address = ''
      },
      ontext(data) {
        if (address !== null && address.length < MAX_ADDRESS_CHARS) address += data
      },
      onclosetag(name) {
        const [space, local] = splitName(name)
        if (local === 'loc' && space === prefix && address !== null) {
          const href = address.trim()
          address = null
          if (href && kind) onAddress(href, kind)
        } else if (local === kind && space === prefix) kind = null
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return { write: (text) => parser.write(text), end: () => parser.end() }
}

function splitName(name: string): [space: string, local: string] {
  const colon = name.indexOf(':')
  return [colon < 0 ? '' : name.slice(0, colon), name.slice(colon + 1).toLowerCase()]
}
