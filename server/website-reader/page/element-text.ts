import { Parser } from 'htmlparser2'
import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import type { PageElement } from './page-tree.ts'

/** Elements whose words do not run on into the words around them. */
export const BLOCK_TAGS: ReadonlySet<string> = new Set(
  `address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre section select summary table tbody td
  template tfoot th thead title tr ul`.split(/\s+/),
)
const MAX_CHARS = 20_000

/**
 * The words of an element, blocks and line breaks as one line break, other space as one blank. At most 20,000 characters.
 * @param shown leave out what is not shown.
 */
export function getElementText(element: PageElement, shown = false): string {
  let text = ''
  // `null` ends a block.
  const stack: (PageElement | string | null)[] = [element]
  while (stack.length > 0 && text.length < MAX_CHARS) {
    const node = stack.pop()
    if (typeof node === 'string') text += collapseSpaces(node)
    else if (node === null) text += '\n'
    else if (node && !(shown && node.hidden)) {
      if (BLOCK_TAGS.has(node.tag)) {
        text += '\n'
        stack.push(null)
      }
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index]
        if (child !== undefined) stack.push(child)
      }
    }
  }
  return text
    .replace(/ *\n[\n ]*/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, MAX_CHARS)
}

/** A text that may hold markup and entities, as values of JSON do, without them. */
export function stripMarkup(text: string): string {
  if (!/[<&]/.test(text)) return text
  let plain = ''
  const parser = new Parser(
    {
      ontext: (data) => {
        plain += data
      },
      onopentagname: (tag) => {
        if (BLOCK_TAGS.has(tag)) plain += ' '
      },
    },
    { decodeEntities: true },
  )
  parser.end(text)
  return plain.trim()
}
