import { createElement, type ReactNode } from 'react'
import classes from './rich-text.module.css'

/** Allowed elements; others are replaced by their text. */
const TAGS = new Set(
  'h2 h3 h4 p br hr blockquote ul ol li strong b em i u s a img code pre sub sup table thead tbody tr th td div span'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'img'])
/** Elements whose text is dropped as well. */
const SILENT = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math'])

const safeLink = (href: string | null): string | undefined =>
  href && /^(?:https?:\/\/|mailto:|tel:)/i.test(href.trim()) ? href.trim() : undefined

/** Attributes of an element; null if it cannot be shown. */
function readAttributes(tag: string, element: Element): Record<string, unknown> | null {
  const dir = /^(?:ltr|rtl|auto)$/.exec(element.getAttribute('dir') ?? '')?.[0]
  const shared = dir ? { dir } : {}
  if (tag === 'a') {
    const href = safeLink(element.getAttribute('href'))
    return href ? { ...shared, href, target: '_blank', rel: 'noopener nofollow' } : shared
  }
  if (tag !== 'img') return shared
  const src = element.getAttribute('src') ?? ''
  return /^\/brand-images\/[\w.]+$/.test(src) ? { src, alt: element.getAttribute('alt') ?? '' } : null
}

/** Renders an element in a custom way; undefined falls back to the default. */
export type DrawElement = (element: Element, key: number, inside: () => ReactNode[]) => ReactNode | undefined

function draw(node: Node, key: number, special: DrawElement | undefined): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  if (!(node instanceof Element)) return null
  const parts = () => [...node.childNodes].map((part, at) => draw(part, at, special))
  const own = special?.(node, key, parts)
  if (own !== undefined) return own
  const name = node.tagName.toLowerCase()
  // The page has its own h1.
  const tag = name === 'h1' ? 'h2' : name
  if (SILENT.has(tag)) return null
  const inside = parts()
  if (!TAGS.has(tag)) return inside
  const attributes = readAttributes(tag, node)
  if (!attributes) return null
  return VOID.has(tag)
    ? createElement(tag, { key, ...attributes })
    : createElement(tag, { key, ...attributes }, ...inside)
}

interface RichTextProps {
  html: string
  className?: string
  special?: DrawElement
}

/** Renders HTML from allowed elements only: anything else never reaches the page. */
export function RichText({ html, className, special }: RichTextProps) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return (
    <div className={className ? `${classes.text} ${className}` : classes.text} dir="auto">
      {[...body.childNodes].map((node, at) => draw(node, at, special))}
    </div>
  )
}
