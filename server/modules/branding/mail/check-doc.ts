import type { MailVariable } from '#contract/branding/mail-templates.ts'
import { invalidField } from '#server/platform/errors.ts'
import { type DocNode, type MailDoc, walkNodes } from './mail-doc.ts'
import { isWebAddress } from './render-doc.ts'

const MAX_NODES = 2000
const MAX_DEPTH = 12
const MAX_LETTERS = 20_000
const MAX_SUBJECT = 250

/** Allowed nesting. */
const INLINE = ['text', 'variable', 'hardBreak']
const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  doc: [
    ...['heading', 'paragraph', 'bulletList', 'orderedList', 'blockquote', 'horizontalRule', 'picture'],
    ...['mailButton', 'mailCode', 'mailLines'],
  ],
  heading: INLINE,
  paragraph: INLINE,
  bulletList: ['listItem'],
  orderedList: ['listItem'],
  listItem: ['paragraph', 'bulletList', 'orderedList'],
  blockquote: ['paragraph', 'bulletList', 'orderedList'],
}
const MARKS = new Set(['bold', 'italic', 'underline', 'strike', 'code', 'link'])
const PICTURE = /^\/brand-images\/[a-f0-9]{32}\.(?:png|webp)$/

type Raw = Record<string, unknown>
const isRaw = (value: unknown): value is Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The same text with known parts only. */
function createReader(field: string) {
  let [nodes, letters] = [0, 0]
  const wrong = (message: string) => invalidField(field, message)

  function checkMarks(value: unknown): NonNullable<DocNode['marks']> {
    if (!Array.isArray(value)) return []
    return value.flatMap((mark) => {
      if (!isRaw(mark) || !MARKS.has(String(mark.type))) return []
      if (mark.type !== 'link') return [{ type: String(mark.type) }]
      const href = String(isRaw(mark.attrs) ? mark.attrs.href : '').trim()
      if (!isWebAddress(href))
        throw wrong(`Links must begin with http:// or https://. Change “${href.slice(0, 60)}”`)
      return [{ type: 'link', attrs: { href } }]
    })
  }

  function checkAttrs(type: string, attrs: Raw): Record<string, unknown> | undefined {
    switch (type) {
      case 'heading':
        return { level: Math.min(3, Math.max(1, Number(attrs.level) || 1)) }
      case 'variable':
        return { name: String(attrs.name) }
      case 'picture': {
        const src = String(attrs.src)
        if (!PICTURE.test(src)) throw wrong('Upload images here: images from other websites can’t be used')
        return { src, alt: String(attrs.alt ?? '').slice(0, 200) }
      }
      case 'mailButton': {
        const label = String(attrs.label ?? '').trim()
        if (!label || label.length > 100) throw wrong('Give each button a label of up to 100 characters')
        return { link: String(attrs.link), label, look: attrs.look === 'link' ? 'link' : 'button' }
      }
      default:
        return undefined
    }
  }

  function read(value: unknown, parent: string, depth: number): DocNode {
    nodes += 1
    if (nodes > MAX_NODES || depth > MAX_DEPTH) throw wrong('This text is too long or too deeply nested')
    if (!isRaw(value)) throw wrong('This text can’t be read. Reload the page and try again')
    const type = String(value.type)
    if (parent !== '' && !CHILDREN[parent]?.includes(type))
      throw wrong(`An email can’t have “${type.slice(0, 40)}” here`)
    if (type === 'text') {
      const text = String(value.text ?? '')
        .toWellFormed()
        .replaceAll('\0', '')
      letters += text.length
      if (letters > MAX_LETTERS)
        throw wrong(`Shorten the text to ${MAX_LETTERS.toLocaleString('en')} characters`)
      const marks = checkMarks(value.marks)
      return { type, text, ...(marks.length > 0 && { marks }) }
    }
    const marks = type === 'variable' ? checkMarks(value.marks) : []
    const attrs = checkAttrs(type, isRaw(value.attrs) ? value.attrs : {})
    const content = CHILDREN[type]
      ? (Array.isArray(value.content) ? value.content : [])
          .map((inner) => read(inner, type, depth + 1))
          .filter((inner) => inner.type !== 'text' || inner.text !== '')
      : undefined
    return { type, ...(attrs && { attrs }), ...(marks.length > 0 && { marks }), ...(content && { content }) }
  }

  return { read: (value: unknown) => read(value, '', 0), wrong }
}

/** Variables used in a text, by part. */
function usedIn(doc: DocNode): Set<string> {
  const used = new Set<string>()
  for (const { type, attrs } of walkNodes(doc)) {
    if (type === 'variable') used.add(`text:${attrs?.name}`)
    if (type === 'mailButton') used.add(`button:${attrs?.link}`)
    if (type === 'mailCode') used.add('code:code')
    if (type === 'mailLines') used.add('lines')
  }
  return used
}

const makeKey = ({ kind, name }: MailVariable): string => (kind === 'lines' ? 'lines' : `${kind}:${name}`)

/** A line of text and variables. @throws AppError validation_failed. */
function checkLine(
  value: unknown,
  field: 'subject' | 'preheader',
  variables: readonly MailVariable[],
): DocNode {
  const { read, wrong } = createReader(field)
  const line = read(value)
  const parts = (line.content ?? []).flatMap(({ type, content = [] }) => {
    if (type !== 'paragraph') throw wrong('Write one line of text')
    return content
  })
  const known = new Set(variables.filter(({ kind }) => kind === 'text').map(({ name }) => name))
  const plain = parts.flatMap((node): DocNode[] => {
    if (node.type === 'hardBreak') return []
    if (node.type === 'text') return [{ type: 'text', text: (node.text ?? '').replace(/\s+/g, ' ') }]
    if (!known.has(String(node.attrs?.name)))
      throw wrong('This email doesn’t have one of the variables used here')
    return [{ type: 'variable', attrs: { name: node.attrs?.name } }]
  })
  const length = plain.reduce((sum, node) => sum + (node.text?.length ?? 10), 0)
  if (length > MAX_SUBJECT) throw wrong(`Shorten this to ${MAX_SUBJECT} characters`)
  const isEmpty = plain.every((node) => node.type === 'text' && !node.text?.trim())
  if (field === 'subject' && isEmpty) throw wrong('Field is required')
  return { type: 'doc', content: [{ type: 'paragraph', content: isEmpty ? [] : plain }] }
}

/**
 * A storable text: known parts only, web links, variables of this mail, and its required variables.
 * @throws AppError validation_failed at `subject`, `preheader` or `doc`.
 */
export function checkContent(
  input: { subject: unknown; preheader: unknown; doc: unknown },
  variables: readonly MailVariable[],
): MailDoc {
  const subject = checkLine(input.subject, 'subject', variables)
  const preheader = checkLine(input.preheader, 'preheader', variables)
  const { read, wrong } = createReader('doc')
  const doc = read(input.doc)
  const used = usedIn(doc)
  const known = new Set(variables.map(makeKey))
  const foreign = [...used].find((key) => !known.has(key))
  if (foreign)
    throw wrong(`This email doesn’t have the variable “${foreign.replace(/^\w+:/, '').slice(0, 60)}”`)
  const missing = variables.filter((variable) => variable.required && !used.has(makeKey(variable)))
  if (missing.length > 0)
    throw wrong(
      `Add ${missing.map(({ label }) => `“${label}”`).join(' and ')}: this email doesn’t work without it`,
    )
  return { subject, preheader, doc }
}

/** Image URLs in a text. */
export const listImages = (doc: DocNode): string[] =>
  [...walkNodes(doc)].flatMap(({ type, attrs }) => (type === 'picture' ? [String(attrs?.src)] : []))

/** All text typed by a person. */
export const joinTexts = ({ subject, preheader, doc }: MailDoc): string =>
  [subject, preheader, doc]
    .flatMap((part) => [...walkNodes(part)])
    .map(({ text, attrs, marks }) =>
      [text, attrs?.label, attrs?.alt, ...(marks ?? []).map((mark) => mark.attrs?.href)]
        .filter(Boolean)
        .join(' '),
    )
    .join(' ')
