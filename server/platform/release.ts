import { readFileSync } from 'node:fs'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

export const RELEASE: string = manifest.version

const splitRelease = (release: string): number[] =>
  release.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0)

/** Compares two releases numerically. */
export function isLaterRelease(release: string, than: string): boolean {
  const [a, b] = [splitRelease(release), splitRelease(than)]
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
