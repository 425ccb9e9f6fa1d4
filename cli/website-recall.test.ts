import { readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openData } from '#server/testing/open-data.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runCli, temporaryFolder } from './testing/run-cli.ts'

const SITES = ['2i2c', 'fossasia', 'ackersyndikat'] as const
const ROOT = openData('sites')
/** Minimum share of labeled values that must be found. */
const RECALL = 0.95

interface Labels {
  canonical_domain: string
  emails: { value: string; confidence: string }[]
  phones: { e164: string }[]
  socials: { url: string }[]
  people: { name: string }[]
  must_not_extract: Record<string, string[]>
}
interface Report {
  domain: string
  emails: { value: string; kind: string; sources: { url: string }[] }[]
  phones: { value: string }[]
  socials: string[]
  people: { name: string }[]
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.xml': 'text/xml',
  '.txt': 'text/plain',
  '.vcf': 'text/vcard',
}

/** Serves folders as websites, one per host name; a folder's page is its index.html. */
async function serveFolders(folders: Record<string, string>): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    const { hostname, pathname } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const root = folders[hostname.replace(/^www\./, '')]
    const path = normalize(decodeURIComponent(pathname))
    const full = root && !path.includes('..') ? join(root, path) : ''
    const file =
      full && statSync(full, { throwIfNoEntry: false })?.isDirectory() ? join(full, 'index.html') : full
    if (!file || !statSync(file, { throwIfNoEntry: false })?.isFile())
      return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

const plainUrl = (url: string): string =>
  url
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/^x\.com\//, 'twitter.com/')
    .replace(/\/$/, '')
const plainName = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const missing = (wanted: string[], found: string[]): string[] =>
  wanted.filter((value) => !found.includes(value))

describe.skipIf(ROOT === null)('real websites through the command (needs the open test data)', () => {
  const labels = new Map<string, Labels>()
  const folder = temporaryFolder()
  let t: TestApp
  let server: Server
  let reports: Map<string, Report>

  beforeAll(async () => {
    const folders: Record<string, string> = {}
    for (const site of SITES) {
      const found: Labels = JSON.parse(readFileSync(join(ROOT as string, site, 'labels.json'), 'utf8'))
      labels.set(site, found)
      folders[found.canonical_domain] = join(ROOT as string, site, 'html')
    }
    const served = await serveFolders(folders)
    server = served.server
    const names = Object.keys(folders).flatMap((domain) => [domain, `www.${domain}`])
    const hostMap = names.map((name) => `${name}=127.0.0.1:${served.port}`).join(',')
    t = await testApp({ hostMap, crawl: { delayMs: 0 }, verify: { smtp: 'off' }, dnsServers: '127.0.0.1:9' })
    const user = await t.account({ credits: 1000 })
    const env = {
      LEADWRIGHT_HOME: folder.path,
      LEADWRIGHT_URL: await t.listen(),
      LEADWRIGHT_TOKEN: user.token,
    }
    const args = ['search', 'domain', ...Object.keys(folders), '--max-pages', '150', '--json']
    const { code, stdout, stderr } = await runCli(args, { env })
    expect(code, stderr).toBe(0)
    const { domains } = JSON.parse(stdout) as { domains: Report[] }
    reports = new Map(domains.map((report) => [report.domain, report]))
  })
  afterAll(async () => {
    await t?.close()
    server?.closeAllConnections()
    server?.close()
    folder.remove()
  })

  const about = (site: string) => {
    const label = labels.get(site) as Labels
    return { label, report: reports.get(label.canonical_domain) as Report }
  }

  it.each(SITES)('%s: finds what the labels require', (site) => {
    const { label, report } = about(site)
    const lists = {
      emails: [
        label.emails.filter(({ confidence }) => confidence !== 'low').map(({ value }) => value.toLowerCase()),
        report.emails.map(({ value }) => value.toLowerCase()),
      ],
      phones: [label.phones.map(({ e164 }) => e164), report.phones.map(({ value }) => value)],
      socials: [label.socials.map(({ url }) => plainUrl(url)), report.socials.map(plainUrl)],
      people: [
        label.people.map(({ name }) => plainName(name)),
        report.people.map(({ name }) => plainName(name)),
      ],
    } satisfies Record<string, [string[], string[]]>
    for (const [what, [wanted, found]] of Object.entries(lists) as [string, [string[], string[]]][]) {
      const lost = missing(wanted, found)
      const recall = wanted.length === 0 ? 1 : 1 - lost.length / wanted.length
      expect(recall, `${what} not found: ${lost.join(', ')}`).toBeGreaterThanOrEqual(RECALL)
    }
  })

  it.each(SITES)('%s: finds nothing that must not be found', (site) => {
    const { label, report } = about(site)
    // A remark is in brackets after the value.
    const forbidden = Object.values(label.must_not_extract)
      .flat()
      .map((value) => value.replace(/ \(.*$/, '').toLowerCase())
    const found = [
      ...report.emails.map(({ value }) => value),
      ...report.phones.map(({ value }) => value),
      ...report.socials,
      ...report.people.map(({ name }) => name),
    ].map((value) => value.toLowerCase())
    expect(found.filter((value) => forbidden.includes(value))).toEqual([])
  })

  it.each(SITES)('%s: each published address names a page that contains it', (site) => {
    const { label, report } = about(site)
    const published = report.emails.filter(({ kind }) => kind !== 'inferred')
    expect(published.length).toBeGreaterThan(0)
    for (const { sources } of published) {
      expect(sources.length).toBeGreaterThan(0)
      for (const { url } of sources)
        expect(new URL(url).hostname).toMatch(new RegExp(`(^|\\.)${label.canonical_domain}$`))
    }
  })
})
