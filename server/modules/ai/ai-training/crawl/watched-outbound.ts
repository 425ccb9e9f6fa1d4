import type { Outbound } from '#server/platform/fetch/outbound.ts'

const GONE = new Set([404, 410])
const IS_HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i

/** What the fetcher has learned about addresses. */
export interface AddressNews {
  /** Not requested again: they failed or are not pages. */
  useless: Set<string>
  /** Replied that the page does not exist. */
  gone: Set<string>
}

/** A fetcher that records the result of each address. */
export function watchOutbound(outbound: Outbound): { outbound: Outbound; news: AddressNews } {
  const news: AddressNews = { useless: new Set(), gone: new Set() }
  return {
    news,
    outbound: {
      close: () => outbound.close(),
      async fetch(url, options) {
        const address = String(url)
        try {
          const response = await outbound.fetch(url, options)
          const isRedirect = response.status >= 300 && response.status < 400
          if (GONE.has(response.status)) news.gone.add(address)
          if (!isRedirect && (!response.ok || !IS_HTML.test(response.headers['content-type'] ?? '')))
            news.useless.add(address)
          return response
        } catch (error) {
          news.useless.add(address)
          throw error
        }
      },
    },
  }
}
