import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openData } from '#server/testing/open-data.ts'

export interface LabelledPage {
  id: string
  /** Its address. */
  base: string
  host: string
  /** Texts by kind: TEL, EMAIL, ORG, PER and others. */
  labels: Record<string, string[]>
  html: string
}

/** Pages of businesses by id; none where the shared data is missing. */
export function readLabelledPages(): Map<string, LabelledPage> {
  const path = openData('labelled-pages/pages.jsonl.gz')
  if (!path) return new Map()
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter(Boolean)
  return new Map(lines.map((line) => JSON.parse(line) as LabelledPage).map((page) => [page.id, page]))
}

const DOMAINS: Record<string, string> = {
  '2i2c': '2i2c.org',
  fossasia: 'fossasia.org',
  ackersyndikat: 'ackersyndikat.org',
}

/** The pages of a website, its start page first; none where the shared data is missing. */
export function readLabelledSite(site: string): { url: string; html: string }[] {
  const root = openData(`sites/${site}/html`)
  if (!root) return []
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  const depth = (file: string) => file.split('/').length
  const sorted = files.toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))
  const start = sorted.find((file) => file === 'index.html')
  return [...(start ? [start] : []), ...sorted.filter((file) => file !== start)].map((file) => ({
    url: `https://${DOMAINS[site]}/${file.replace(/index\.html$/, '')}`,
    html: readFileSync(join(root, file), 'utf8'),
  }))
}

/** Whether rules may be mended by looking at it; the other half only says how well they do. By host, or by record. */
export const isForTuning = (id: string): boolean =>
  (createHash('sha256')
    .update(id.replace(/^www\./, ''))
    .digest()[0] ?? 0) %
    2 ===
  0
