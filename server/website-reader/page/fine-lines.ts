import { collapseSpaces } from '#server/platform/text/collapse-spaces.ts'
import { getMarkedLevel } from './line-headings.ts'
import type { PageElement } from './page-tree.ts'

/** A run of text inside a line that stands in one element. */
export interface Segment {
  text: string
  element: PageElement
}

/**
 * A line cut finely: cards, pictures with a name and elements of unknown make are lines of their own, also those in
 * hidden blocks, which open on a click; menus and forms are left out.
 */
export interface FineLine {
  index: number
  /** White space collapsed; at most MAX_LINE. */
  text: string
  segments: Segment[]
  /** The nearest block, or what is shown as one. */
  block: PageElement
  /** 1 to 6 inside what is marked as a heading, otherwise 0. */
  heading: number
  /** The line is the alternative text of a picture. */
  alt: boolean
}

/** The lines from `from` to before `to`; an element without text of its own has none (`from === to`). */
export interface LineSpan {
  from: number
  to: number
}

/** The fine lines of a page, in order, with the place of every element among them. At most 20,000. */
export interface FineLines {
  readonly lines: FineLine[]
  readonly spans: Map<PageElement, LineSpan>
  readonly tables: PageElement[]
}

const MAX_LINES = 20_000
const MAX_LINE = 600
const MAX_SEGMENTS = 12

/** An element that is being cut, and what was around it. */
interface OpenElement {
  span: LineSpan
  /** Null for an element within a line. */
  around: { block: PageElement; heading: number } | null
}

/** Puts together fine lines while a page is walked through. */
export class FineLineWriter implements FineLines {
  readonly lines: FineLine[] = []
  readonly spans = new Map<PageElement, LineSpan>()
  readonly tables: PageElement[] = []
  #pending: Segment[] = []
  #heading = 0
  #block: PageElement

  constructor(root: PageElement) {
    this.#block = root
  }

  /** Null when there is nothing inside to be cut. */
  open(element: PageElement, inline: boolean): OpenElement | null {
    const { tag } = element
    if (this.lines.length >= MAX_LINES) return null
    if (tag === 'br' || tag === 'hr') this.end()
    else if (tag === 'img') this.#addPicture(element)
    else return this.#openElement(element, inline)
    return null
  }

  #openElement(element: PageElement, inline: boolean): OpenElement {
    if (element.tag === 'table') this.tables.push(element)
    let around: OpenElement['around'] = null
    if (!inline) {
      this.end()
      around = { block: this.#block, heading: this.#heading }
      this.#block = element
      this.#heading = getMarkedLevel(element) || this.#heading
    }
    const span = { from: this.lines.length, to: this.lines.length }
    this.spans.set(element, span)
    return { span, around }
  }

  close({ span, around }: OpenElement): void {
    if (around) {
      this.end()
      this.#block = around.block
      this.#heading = around.heading
    }
    span.to = this.lines.length + (this.#pending.length > 0 ? 1 : 0)
  }

  add(text: string, element: PageElement): void {
    if (text.trim()) this.#pending.push({ text, element })
  }

  end(): void {
    if (this.#pending.length === 0) return
    const segments = mergeSegments(this.#pending)
    this.#pending = []
    if (segments.length > 0) this.#push(segments, this.#block, this.#heading, false)
  }

  #addPicture(picture: PageElement): void {
    const name = cleanText(picture.attrs.alt ?? '')
    const from = this.lines.length
    if (name.length >= 4 && name.length <= 90) {
      this.end()
      this.#push([{ text: name, element: picture }], picture, 0, true)
    }
    this.spans.set(picture, { from, to: this.lines.length })
  }

  #push(segments: Segment[], block: PageElement, heading: number, alt: boolean): void {
    const words = segments.map(({ text }) => text).join(' ')
    this.lines.push({
      index: this.lines.length,
      text: words.slice(0, MAX_LINE),
      segments,
      block,
      heading,
      alt,
    })
  }
}

/** Without soft hyphens and other unseen characters. */
function cleanText(text: string): string {
  return collapseSpaces(text.replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')).trim()
}

/** Neighbouring runs of one element are one; a line is never cut into more than twelve. */
function mergeSegments(pending: readonly Segment[]): Segment[] {
  const merged: Segment[] = []
  for (const { text, element } of pending) {
    const words = cleanText(text)
    if (!words) continue
    const last = merged.at(-1)
    if (last && (last.element === element || merged.length >= MAX_SEGMENTS)) last.text += ` ${words}`
    else merged.push({ text: words, element })
  }
  return merged
}
