import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { marked, type Token, type Tokens } from 'marked'

/** Part of a page as plain data: text, or `[tag, attributes, ...parts]`. The web application renders it with React. */
export type HelpNode = string | [tag: string, attributes: Record<string, string>, ...parts: HelpNode[]]

/** A heading and what follows up to the next one: a search result of the help. */
export interface HelpSection {
  guide: string
  /** Title of the guide. */
  title: string
  /** Anchor of the heading; empty before the first one. */
  id: string
  heading: string
  text: string
}

/** A guide parsed from Markdown. */
export interface HelpGuide {
  /** File name without extension, and the last part of the address. */
  slug: string
  title: string
  /** The first paragraph: its summary in the index. */
  summary: string
  body: HelpNode[]
  sections: HelpSection[]
  /** Pictures in order, as paths below the folder; `darkPicture` names those for dark screens. */
  pictures: string[]
}

/** The anchor of a heading, in the usual Markdown form. */
const makeAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

const readText = (node: HelpNode): string =>
  typeof node === 'string'
    ? node
    : node
        .slice(2)
        .map((part) => readText(part as HelpNode))
        .join('')

/** `searching.md#quotes` is another guide; addresses with a scheme are external. */
function target(href: string, slug: string): string {
  if (/^https?:\/\//.test(href)) return href
  const [, guide = '', anchor = ''] = /^(?:([\w-]+)\.md)?(#[\w-]+)?$/.exec(href) ?? []
  if (!guide && !anchor) throw new Error(`${slug}.md: ${href} leads to no guide`)
  return `/help/${guide || slug}${anchor}`
}

function inline(tokens: readonly Token[] = [], slug: string): HelpNode[] {
  const wrap = (tag: string, token: Token): HelpNode => [
    tag,
    {},
    ...inline((token as Tokens.Strong).tokens, slug),
  ]
  return tokens.flatMap((token): HelpNode[] => {
    switch (token.type) {
      case 'text':
        return 'tokens' in token && token.tokens ? inline(token.tokens, slug) : [token.text]
      case 'escape':
        return [token.text]
      case 'strong':
      case 'em':
        return [wrap(token.type, token)]
      case 'codespan':
        return [['code', {}, token.text]]
      case 'link':
        return [['a', { href: target(token.href, slug) }, ...inline(token.tokens, slug)]]
      case 'image':
        return [['img', { src: token.href, alt: token.text }]]
      default:
        // HTML among them: guides are Markdown only.
        throw new Error(`${slug}.md: ${token.type} is not for guides: ${token.raw}`)
    }
  })
}

function table({ header, rows }: Tokens.Table, slug: string): HelpNode {
  const line = (tag: string, cells: Tokens.TableCell[]): HelpNode => [
    'tr',
    {},
    ...cells.map((cell): HelpNode => [tag, {}, ...inline(cell.tokens, slug)]),
  ]
  return [
    'table',
    {},
    ['thead', {}, line('th', header)],
    ['tbody', {}, ...rows.map((row) => line('td', row))],
  ]
}

function block(token: Token, slug: string): HelpNode[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading': {
      const words = inline(token.tokens, slug)
      return [[`h${token.depth}`, { id: makeAnchor(words.map(readText).join('')) }, ...words]]
    }
    case 'paragraph':
      return [['p', {}, ...inline(token.tokens, slug)]]
    case 'text':
      return inline(token.tokens ?? [token], slug)
    case 'list':
      return [
        [
          token.ordered ? 'ol' : 'ul',
          {},
          ...(token as Tokens.List).items.map(
            (item): HelpNode => ['li', {}, ...item.tokens.flatMap((part) => block(part, slug))],
          ),
        ],
      ]
    case 'table':
      return [table(token as Tokens.Table, slug)]
    case 'code':
      return [['pre', {}, ['code', {}, token.text]]]
    default:
      throw new Error(`${slug}.md: ${token.type} is not for guides: ${token.raw}`)
  }
}

const isHeading = (node: HelpNode): node is Exclude<HelpNode, string> =>
  typeof node !== 'string' && /^h[1-6]$/.test(node[0])

/** The words of a block, with spaces between cells and items. */
const spoken = (node: HelpNode): string =>
  typeof node === 'string'
    ? node
    : node
        .slice(2)
        .map((part) => spoken(part as HelpNode))
        .join(/^(ul|ol|tr|table|thead|tbody)$/.test(node[0]) ? ' ' : '')

function makeSections(slug: string, title: string, body: HelpNode[]): HelpSection[] {
  const sections: HelpSection[] = [{ guide: slug, title, id: '', heading: title, text: '' }]
  for (const node of body) {
    if (isHeading(node))
      sections.push({ guide: slug, title, id: node[1].id ?? '', heading: readText(node), text: '' })
    else {
      const section = sections.at(-1) as HelpSection
      section.text = `${section.text} ${spoken(node)}`.replace(/\s+/g, ' ').trim()
    }
  }
  return sections
}

/** The picture of the same screen in dark colors: `images/list-dark.webp`. */
export const darkPicture = (path: string): string => path.replace(/\.(\w+)$/, '-dark.$1')

const listPictures = (node: HelpNode): string[] =>
  typeof node === 'string'
    ? []
    : [
        ...(node[0] === 'img' ? [node[1].src as string] : []),
        ...node.slice(2).flatMap((part) => listPictures(part as HelpNode)),
      ]

/**
 * Parses a guide.
 * @throws {Error} with file and line, for HTML and other unsupported syntax
 */
export function readGuide(slug: string, markdown: string): HelpGuide {
  const [first, ...body] = marked.lexer(markdown).flatMap((token) => block(token, slug))
  if (!first || !isHeading(first) || first[0] !== 'h1') throw new Error(`${slug}.md begins with no title`)
  const title = readText(first)
  const summary = body[0] && !isHeading(body[0]) ? readText(body[0]) : ''
  return {
    slug,
    title,
    summary,
    body,
    sections: makeSections(slug, title, body),
    pictures: body.flatMap(listPictures),
  }
}

/** All guides below `folder`, in the order of its README. */
export function readGuides(folder: string): HelpGuide[] {
  const index = readFileSync(join(folder, 'README.md'), 'utf8')
  const slugs = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map((match) => match[1] as string)
  return slugs.map((slug) => readGuide(slug, readFileSync(join(folder, `${slug}.md`), 'utf8')))
}
