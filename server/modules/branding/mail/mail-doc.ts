/** A text in the editor's format (ProseMirror JSON). Only what `check-doc.ts` allows is stored. */
export interface DocNode {
  type: string
  text?: string
  attrs?: Record<string, unknown>
  marks?: { type: string; attrs?: Record<string, unknown> }[]
  content?: DocNode[]
}

/** A mail's text: subject and preview text are one line each. */
export interface MailDoc {
  subject: DocNode
  preheader: DocNode
  doc: DocNode
}

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g

/** Parses our text with `{{ name }}` into text and variables. */
function inline(text: string): DocNode[] {
  const nodes: DocNode[] = []
  let at = 0
  for (const match of text.matchAll(VARIABLE)) {
    if (match.index > at) nodes.push({ type: 'text', text: text.slice(at, match.index) })
    nodes.push({ type: 'variable', attrs: { name: match[1] } })
    at = match.index + match[0].length
  }
  if (at < text.length) nodes.push({ type: 'text', text: text.slice(at) })
  return nodes
}

const paragraph = (text: string): DocNode => ({ type: 'paragraph', content: inline(text) })
const line = (text: string): DocNode => ({ type: 'doc', content: [paragraph(text)] })

interface BuiltIn {
  subject: string
  preheader: string
  heading: string
  paragraphs: readonly string[]
  lines?: string
  showsCode?: true
  links?: readonly { label: string; secret: string }[]
  closing: string
}

/** One of our own mails in that format: the starting point for edits, and the renderer's input. */
export function builtInDoc(mail: BuiltIn): MailDoc {
  return {
    subject: line(mail.subject),
    preheader: line(mail.preheader),
    doc: {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 1 }, content: inline(mail.heading) },
        ...mail.paragraphs.map(paragraph),
        ...(mail.lines === undefined ? [] : [{ type: 'mailLines' }]),
        ...(mail.showsCode ? [{ type: 'mailCode' }] : []),
        ...(mail.links ?? []).map(({ label, secret }, index) => ({
          type: 'mailButton',
          attrs: { link: secret, label, look: index === 0 ? 'button' : 'link' },
        })),
        paragraph(mail.closing),
      ],
    },
  }
}

/** All nodes of a text, recursively. */
export function* walkNodes(node: DocNode): Generator<DocNode> {
  yield node
  for (const inner of node.content ?? []) yield* walkNodes(inner)
}
