import type { PageElement, PageTree } from '../page/page-tree.ts'

/** A year or a day, and the words that show it. */
interface Dated<Value> {
  value: Value
  text: string
}

/** "© 2019 to 2024" is of 2024; "2014 © Acme" of 2014. */
const COPYRIGHT =
  /(?:©|\(c\)|\bcopyright\b)[^\n\d]{0,40}((?:19|20)\d\d)(?:\s{0,3}(?:[-–—/]|to|bis)\s{0,3}((?:19|20)\d\d))?|(?<![\d.-])((?:19|20)\d\d)\s{0,3}(?:©|copyright\b)(?!\s{0,3}\d)/gi
/** Copyright of the map on the page. */
const OF_MAP = /google|openstreetmap|mapbox|leaflet|tomtom/i
const MAP_CHARS = 20

/** The newest year in copyright lines of the website itself. */
export function readCopyrightYear(text: string): Dated<number> | null {
  let newest: Dated<number> | null = null
  for (const match of text.matchAll(COPYRIGHT)) {
    const [line] = match
    const end = match.index + line.length
    if (OF_MAP.test(line) || OF_MAP.test(text.slice(end, end + MAP_CHARS))) continue
    const value = Number(match[2] ?? match[1] ?? match[3])
    if (!newest || value > newest.value) newest = { value, text: line }
  }
  return newest
}

const MAX_DATES = 20
/** Dates stand in what is published, not in a calendar or a clock. */
const POSTS =
  /(?:^|[\s_-])(?:post|news|blog|entry|article|beitrag|aktuell\w{0,3}|actualit\w{1,3})(?:$|[\s_-])/i
const MAX_LEVELS = 8

function isInPost(time: PageElement): boolean {
  let node = time.parent
  for (let level = 0; node && level < MAX_LEVELS; level += 1) {
    if (node.tag === 'article' || POSTS.test(`${node.attrs.class ?? ''} ${node.attrs.id ?? ''}`)) return true
    node = node.parent
  }
  return false
}

const readDay = (text: string | undefined): string | undefined =>
  /^\s{0,5}(\d{4}-\d\d-\d\d)(?!\d)/.exec(text ?? '')?.[1]

/** Days on which something on the page was published: from its head, its structured data, and times of its posts. */
export function readPublishedDates(page: PageTree, published: string | undefined): Dated<string>[] {
  const found: Dated<string>[] = []
  const note = (value: string | undefined, text: string) => {
    if (value && !Number.isNaN(Date.parse(value)) && found.length < MAX_DATES)
      found.push({ value, text: text.slice(0, 60) })
  }
  note(readDay(published), `article:published_time ${published}`)
  for (const { type, text } of page.scripts)
    if (type === 'application/ld+json')
      for (const [whole, day] of text.matchAll(/"datePublished"\s{0,20}:\s{0,20}"(\d{4}-\d\d-\d\d)/g))
        note(day, whole)
  for (const element of page.elements) {
    const { tag, attrs } = element
    const time = attrs.datetime ?? (attrs.itemprop === 'datePublished' ? attrs.content : undefined)
    if (attrs.itemprop === 'datePublished') note(readDay(time), `datePublished ${time}`)
    else if (tag === 'time' && time && isInPost(element)) note(readDay(time), `<time datetime="${time}">`)
  }
  return found
}
