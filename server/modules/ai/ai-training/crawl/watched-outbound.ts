import type { Outbound } from '#server/platform/fetch/outbound.ts'

const GONE = new Set([404, 410])
const IS_HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i

/** Addresses by the result of fetching them. */
export interface AddressResults {
  /** Not requested again: they failed or are not pages. */
  useless: Set<string>
  /** Replied that the page does not exist. */
  gone: Set<string>
}

/** A fetcher that records the result of each address. */
export function watchOutbound(outbound: Outbound): { outbound: Outbound; results: AddressResults } {
  const results: AddressResults = { useless: new Set(), gone: new Set() }
  return {
    results,
    outbound: {
      close: () => outbound.close(),
      async fetch(url, options) {
        const address = String(url)
        try {
          const response = await outbound.fetch(url, options)
          const isRedirect = response.status >= 300 && response.status < 400
          if (GONE.has(response.status)) results.gone.add(address)
          if (!isRedirect && (!response.ok || !IS_HTML.test(response.headers['content-type'] ?? '')))
            results.useless.add(address)
          return response
        } catch (error) {
          results.useless.add(address)
          throw error
        }
      },
    },
  }
}
