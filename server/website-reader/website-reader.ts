import type { WebsiteReader, WebsiteReaderSetup } from './reader-types.ts'

/** Makes a reader; it keeps nothing between websites. What takes pages apart is loaded with the first website. */
export function createWebsiteReader(setup: WebsiteReaderSetup): WebsiteReader {
  let reading: Promise<WebsiteReader> | undefined
  return {
    async read(domain, options) {
      reading ??= import('./read-website.ts').then(({ createReader }) => createReader(setup))
      return (await reading).read(domain, options)
    },
  }
}
