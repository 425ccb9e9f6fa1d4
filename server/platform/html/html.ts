import { escapeHtml } from './escape-html.ts'

/** Text that is HTML already. Only `html` makes it, so that nothing gets into a page unescaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(write).join('')
  return escapeHtml(String(part))
}

/** A template for HTML: what is put in is escaped, also within the quotes of an attribute; nothing is left out for null and false. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(texts.reduce((page, text, at) => `${page}${write(parts[at - 1])}${text}`))
