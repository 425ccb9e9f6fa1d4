/** A piece of a line: words, perhaps bold or code, or a link. */
export interface Inline {
  text: string
  bold?: true
  code?: true
  /** A page of ours (begins with one slash) or an address with http or https. */
  href?: string
}

/** A block of a text. */
export type Block =
  | { kind: 'heading' | 'paragraph'; content: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'picture'; name: string; alt: string }

const INLINE = /\*\*([^*\n]{1,500})\*\*|`([^`\n]{1,500})`|(?<!!)\[([^\]\n]{1,500})\]\(([^()\s]{1,1000})\)/g
const PICTURE = /^!\[([^\]\n]{0,300})\]\(([a-z\d-]{1,80})\.webp\)$/
const ITEM = /^(?:-|\d{1,3}\.) +(.+)$/

/** The address when it leads to a page of ours or to the web; anything that would run a script is none. */
export function safeHref(href: string): string | undefined {
  if (/^\/(?![/\\])/.test(href)) return href
  return /^https?:\/\//i.test(href) && URL.canParse(href) ? href : undefined
}

/** A line in its pieces. What is no mark of Markdown, HTML among it, stays words. */
export function readInline(line: string): Inline[] {
  const pieces: Inline[] = []
  let from = 0
  for (const { 0: whole, 1: bold, 2: code, 3: label, 4: target, index } of line.matchAll(INLINE)) {
    if (index > from) pieces.push({ text: line.slice(from, index) })
    from = index + whole.length
    const href = target === undefined ? undefined : safeHref(target)
    if (bold !== undefined) pieces.push({ text: bold, bold: true })
    else if (code !== undefined) pieces.push({ text: code, code: true })
    else pieces.push({ text: label ?? '', ...(href && { href }) })
  }
  if (from < line.length) pieces.push({ text: line.slice(from) })
  return pieces
}

function readBlock(text: string): Block[] {
  const picture = PICTURE.exec(text)
  if (picture) return [{ kind: 'picture', alt: picture[1] ?? '', name: picture[2] ?? '' }]
  const heading = /^#{1,6} +(.+)$/.exec(text)
  if (heading) return [{ kind: 'heading', content: readInline(heading[1] ?? '') }]
  const lines = text.split('\n')
  const items = lines.map((line) => ITEM.exec(line)?.[1])
  if (items.every((item) => item !== undefined))
    return [{ kind: 'list', ordered: /^\d/.test(text), items: items.map((item) => readInline(item ?? '')) }]
  const first = items.findIndex((item) => item !== undefined)
  // A list right below its sentence.
  if (first > 0 && items.slice(first).every((item) => item !== undefined))
    return [...readBlock(lines.slice(0, first).join('\n')), ...readBlock(lines.slice(first).join('\n'))]
  return [{ kind: 'paragraph', content: readInline(lines.join(' ')) }]
}

/** The little of Markdown that courses need: headings, lists, bold, code, links and pictures of ours. */
export const readMarkdown = (text: string): Block[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap(readBlock)
