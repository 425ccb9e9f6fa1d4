/**
 * Where a tag leads whoever reads the page, without a click: `<meta http-equiv="refresh">` forwards there, a frame
 * shows it. Null for all other tags.
 */
export function readPageTarget(tag: string, attrs: Record<string, string>): string | null {
  if (tag === 'frame' || tag === 'iframe') return attrs.src ?? null
  if (tag !== 'meta' || !/^\s*refresh\s*$/i.test(attrs['http-equiv'] ?? '')) return null
  return /^[\s\d.]*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(attrs.content ?? '')?.[1] ?? null
}
