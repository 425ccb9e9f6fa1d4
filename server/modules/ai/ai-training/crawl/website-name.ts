/** A website's stored name: its host without `www.`, with a non-default port. */
export const websiteName = (address: string): string =>
  new URL(address).host.toLowerCase().replace(/^www\./, '')

/** A crawl's start: the host, and the path on it. */
export function readStart(address: string): { domain: string; startPath: string } {
  const url = new URL(address)
  return { domain: url.host.toLowerCase().replace(/^www\./, ''), startPath: `${url.pathname}${url.search}` }
}
