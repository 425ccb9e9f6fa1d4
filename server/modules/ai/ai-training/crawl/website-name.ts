/** A website as it is kept: its host without `www.`, with its port where it has one. */
export const websiteName = (address: string): string =>
  new URL(address).host.toLowerCase().replace(/^www\./, '')

/** What a crawl starts with: the host that is read, and the path on it. */
export function startOf(address: string): { domain: string; startPath: string } {
  const url = new URL(address)
  return { domain: url.host.toLowerCase().replace(/^www\./, ''), startPath: `${url.pathname}${url.search}` }
}
