import { escapeHtml } from '#server/platform/html/escape-html.ts'
import type { DocNode } from './mail-doc.ts'

/** Values for a text's variables. */
export interface DocScope {
  variables: Record<string, string | number>
  /** Button URLs. */
  links: Record<string, string>
  code: string | null
  lines: string[]
  imageUrl(path: string): string
}

/** A part of a mail for the layout; `html` is already escaped. */
export type Block =
  | { type: 'heading' | 'text'; html: string }
  | { type: 'code'; code: string }
  | { type: 'button' | 'link'; url: string; label: string }
  | { type: 'image'; src: string; alt: string }
  | { type: 'rule' }

/** Allowed link targets: web URLs only. */
export function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && !/[\s<>"]/.test(text)
}

/** A missing variable is an error of the text: the built-in one is sent instead. */
function variableText(node: DocNode, { variables }: DocScope): string {
  const name = String(node.attrs?.name)
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  if (value === undefined) throw new RangeError(`The text names ${name}, which this mail doesn’t have`)
  return String(value)
}

const readHref = ({ attrs }: { attrs?: Record<string, unknown> }): string => {
  const href = String(attrs?.href)
  if (!isWebAddress(href)) throw new RangeError('The text has a link that leads nowhere on the web')
  return href
}

const TAGS: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
}

function inlineHtml(node: DocNode, scope: DocScope): string {
  if (node.type === 'hardBreak') return '<br />'
  const plain = escapeHtml(node.type === 'variable' ? variableText(node, scope) : (node.text ?? ''))
  return (node.marks ?? []).reduce((html, mark) => {
    if (mark.type === 'link')
      return `<a href="${escapeHtml(readHref(mark))}" style="color:inherit;">${html}</a>`
    const tag = TAGS[mark.type]
    return tag ? `<${tag}>${html}</${tag}>` : html
  }, plain)
}

function inlineText(node: DocNode, scope: DocScope): string {
  if (node.type === 'hardBreak') return '\n'
  const plain = node.type === 'variable' ? variableText(node, scope) : (node.text ?? '')
  const link = node.marks?.find(({ type }) => type === 'link')
  const href = link && readHref(link)
  return href && href !== plain ? `${plain} (${href})` : plain
}

const all = (node: DocNode, draw: (inner: DocNode) => string, between = ''): string =>
  (node.content ?? []).map(draw).join(between)

const inlineAll = (node: DocNode, scope: DocScope) => all(node, (inner) => inlineHtml(inner, scope))

/** HTML inside a list or quotation. */
function innerHtml(node: DocNode, scope: DocScope): string {
  const within = () => all(node, (inner) => innerHtml(inner, scope))
  switch (node.type) {
    case 'paragraph':
      return `<div>${inlineAll(node, scope)}</div>`
    case 'bulletList':
      return `<ul style="margin:0;padding-left:24px;">${within()}</ul>`
    case 'orderedList':
      return `<ol style="margin:0;padding-left:24px;">${within()}</ol>`
    case 'listItem':
      return `<li>${within()}</li>`
    case 'blockquote':
      return `<blockquote style="margin:0;padding-left:12px;border-left:3px solid #c8ccd4;">${within()}</blockquote>`
    default:
      throw new RangeError(`A mail has no part called ${node.type}`)
  }
}

function renderButton(node: DocNode, { links }: DocScope): Block {
  const name = String(node.attrs?.link)
  const url = Object.hasOwn(links, name) ? links[name] : undefined
  if (url === undefined)
    throw new RangeError(`The text has a button to ${name}, which this mail doesn’t have`)
  return { type: node.attrs?.look === 'link' ? 'link' : 'button', url, label: String(node.attrs?.label) }
}

function renderBlocks(node: DocNode, scope: DocScope): Block[] {
  switch (node.type) {
    case 'heading': {
      const html = inlineAll(node, scope)
      const isFirst = Number(node.attrs?.level) <= 1
      return [
        {
          type: 'heading',
          html: isFirst ? html : `<span style="font-size:18px;line-height:26px;">${html}</span>`,
        },
      ]
    }
    case 'paragraph':
      return node.content?.length ? [{ type: 'text', html: inlineAll(node, scope) }] : []
    case 'mailLines':
      return scope.lines.map((line) => ({ type: 'text', html: escapeHtml(line) }))
    case 'mailCode':
      if (scope.code === null) throw new RangeError('This mail has no code')
      return [{ type: 'code', code: scope.code }]
    case 'mailButton':
      return [renderButton(node, scope)]
    case 'picture':
      return [
        { type: 'image', src: scope.imageUrl(String(node.attrs?.src)), alt: String(node.attrs?.alt ?? '') },
      ]
    case 'horizontalRule':
      return [{ type: 'rule' }]
    default:
      return [{ type: 'text', html: innerHtml(node, scope) }]
  }
}

/** A part as plain text, without surrounding empty lines. */
function renderText(node: DocNode, scope: DocScope): string {
  const within = (between: string) => all(node, (inner) => renderText(inner, scope), between)
  switch (node.type) {
    case 'heading':
    case 'paragraph':
      return all(node, (inner) => inlineText(inner, scope))
    case 'bulletList':
      return all(node, (item) => `- ${renderText(item, scope)}`, '\n')
    case 'orderedList':
      return (node.content ?? []).map((item, index) => `${index + 1}. ${renderText(item, scope)}`).join('\n')
    case 'listItem':
      return within('\n')
    case 'blockquote':
      return within('\n').replace(/^/gm, '> ')
    case 'mailLines':
      return scope.lines.join('\n\n')
    case 'mailCode':
      return scope.code ?? ''
    case 'mailButton': {
      const block = renderButton(node, scope)
      return 'url' in block ? `${block.label}:\n${block.url}` : ''
    }
    case 'picture':
      return String(node.attrs?.alt ?? '')
    default:
      return ''
  }
}

/**
 * A text as parts of the HTML layout and as plain text. Typed text is never parsed as a template, and every
 * value is escaped.
 * @throws RangeError for a name that this mail does not have.
 */
export function renderDoc(doc: DocNode, scope: DocScope): { blocks: Block[]; text: string } {
  const parts = doc.content ?? []
  return {
    blocks: parts.flatMap((node) => renderBlocks(node, scope)),
    text: parts
      .map((node) => renderText(node, scope))
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** A subject or preview text: one line without HTML. */
export const renderLine = (doc: DocNode, scope: DocScope): string =>
  (doc.content ?? []).map((node) => all(node, (inner) => inlineText(inner, scope))).join(' ')
