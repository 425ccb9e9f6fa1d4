import { parseHtml } from '#server/platform/html/parse-html.ts'
import { isUnseen } from './visible-text.ts'

/** The elements of the text editor, and no others. */
const ALLOWED = new Set('p h2 h3 h4 ul ol li blockquote pre code strong em u s br hr a'.split(' '))
const SAME_AS: Record<string, string> = {
  b: 'strong',
  i: 'em',
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  del: 's',
  div: 'p',
}
const VOID = new Set(['br', 'hr'])
const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] as string)

const asParagraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim())
    .map((part) => `<p>${escaped(part.trim()).replace(/\n/g, '<br>')}</p>`)
    .join('')

/**
 * Sanitized editor content: few elements, links with http, https or mailto, no other attribute. Plain text
 * becomes paragraphs.
 */
export function safeHtml(html: string): string {
  if (!/<[a-z][^>]*>/i.test(html)) return asParagraphs(html.toWellFormed())
  const out: string[] = []
  let unseen = 0
  parseHtml(html.toWellFormed(), {
    onopentag(tag, attributes) {
      const name = SAME_AS[tag] ?? tag
      if (VOID.has(name)) {
        if (unseen === 0) out.push(`<${name}>`)
        return
      }
      if (unseen > 0 || isUnseen(tag, attributes)) unseen += 1
      else if (name === 'a') {
        const href = (attributes.href ?? '').trim()
        out.push(SAFE_LINK.test(href) ? `<a href="${escaped(href)}">` : '<a>')
      } else if (ALLOWED.has(name)) out.push(`<${name}>`)
    },
    ontext(content) {
      if (unseen === 0) out.push(escaped(content))
    },
    onclosetag(tag) {
      const name = SAME_AS[tag] ?? tag
      if (VOID.has(name)) return
      if (unseen > 0) unseen -= 1
      else if (ALLOWED.has(name)) out.push(`</${name}>`)
    },
  })
  return out.join('').replaceAll('\0', '')
}
