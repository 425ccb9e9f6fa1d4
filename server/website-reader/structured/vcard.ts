import type { PageTree } from '../page/page-tree.ts'
import { addValue, createItem, getText, type StructuredItem } from './structured-item.ts'

const MAX_CARDS = 500
const MAX_LINES = 20_000

/** A line of a vCard: `TEL;TYPE=WORK,FAX:+49 …`. */
interface Line {
  name: string
  parameters: string
  value: string
}

/**
 * The cards of a vCard text (versions 2.1 to 4.0), of a `.vcf` file for instance: `Person` with `name`, `jobTitle`,
 * `worksFor`, `telephone`, `faxNumber`, `email`, `url`, `address`, or `Organization`. Never throws.
 */
export function readVcards(text: string): StructuredItem[] {
  const cards: StructuredItem[] = []
  let card: StructuredItem | null = null
  let kind = ''
  for (const line of splitLines(text)) {
    if (line.name === 'BEGIN') {
      card = createItem([], 'vcard')
      kind = ''
    } else if (!card) continue
    else if (line.name === 'END') {
      if (Object.keys(card.properties).length > 0 && cards.length < MAX_CARDS)
        cards.push(finishCard(card, kind))
      card = null
    } else if (line.name === 'KIND' || line.name === 'X-ABSHOWAS') kind = line.value.toLowerCase()
    else addLine(card, line)
  }
  return cards
}

/** Cards that a page carries in itself: `data:` links and scripts of type text/vcard. */
export function readInlineVcards(page: PageTree): StructuredItem[] {
  const texts = page.scripts.filter(({ type }) => /vcard/.test(type)).map(({ text }) => text)
  for (const { href } of page.links) {
    if (texts.length < 50 && /^\s*data:text\/(?:x-)?vcard/i.test(href)) texts.push(decodeDataUrl(href.trim()))
  }
  return texts.flatMap(readVcards)
}

const TEXTS: Record<string, string> = {
  FN: 'name',
  TITLE: 'jobTitle',
  ROLE: 'jobTitle',
  EMAIL: 'email',
  URL: 'url',
}

function addLine(card: StructuredItem, { name, parameters, value }: Line): void {
  const parts = value.split(/(?<!\\);/).map(unescapeValue)
  if (name === 'TEL')
    addValue(card, /fax/i.test(parameters) ? 'faxNumber' : 'telephone', unescapeValue(value))
  else if (name === 'ORG') addValue(card, 'worksFor', parts[0] ?? '')
  else if (name === 'N') {
    addValue(card, 'familyName', parts[0] ?? '')
    addValue(card, 'givenName', parts[1] ?? '')
  } else if (name === 'ADR') {
    const address = createItem(['PostalAddress'], 'vcard', { parent: card, property: 'address' })
    const fields = [
      '',
      '',
      'streetAddress',
      'addressLocality',
      'addressRegion',
      'postalCode',
      'addressCountry',
    ]
    for (const [index, field] of fields.entries()) addValue(address, field, parts[index] ?? '')
    if (Object.keys(address.properties).length > 0) addValue(card, 'address', address)
  } else if (TEXTS[name]) addValue(card, TEXTS[name], unescapeValue(value))
}

function finishCard(card: StructuredItem, kind: string): StructuredItem {
  const organisation = getText(card, 'worksFor')
  const name = getText(card, 'name')
  if (kind === 'org' || kind === 'company' || (organisation && (!name || name === organisation))) {
    card.types = ['Organization']
    if (!name && organisation) addValue(card, 'name', organisation)
    delete card.properties.worksFor
  } else card.types = ['Person']
  return card
}

function splitLines(text: string): Line[] {
  const lines: Line[] = []
  // A line that starts with space goes on from the one before; quoted-printable goes on after a trailing "=".
  const unfolded = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .replace(/=\n(?=[^\n:]*(?:\n|$))/g, '')
  for (const raw of unfolded.split('\n', MAX_LINES)) {
    const colon = raw.indexOf(':')
    if (colon < 1) continue
    const [head = '', ...parameters] = raw.slice(0, colon).split(';')
    const name = head.split('.').at(-1)?.trim().toUpperCase() ?? ''
    const options = parameters.join(';')
    const value = raw.slice(colon + 1)
    lines.push({
      name,
      parameters: options,
      value: /quoted-printable/i.test(options) ? decodeQuotedPrintable(value) : value,
    })
  }
  return lines
}

const unescapeValue = (value: string): string => value.replace(/\\n/gi, ', ').replace(/\\(.)/g, '$1').trim()

function decodeQuotedPrintable(value: string): string {
  const bytes = value.replace(/=([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function decodeDataUrl(url: string): string {
  const comma = url.indexOf(',')
  const body = url.slice(comma + 1)
  try {
    if (/;base64$/i.test(url.slice(0, comma)))
      return Buffer.from(decodeURIComponent(body), 'base64').toString('utf8')
    return decodeURIComponent(body)
  } catch {
    return ''
  }
}
