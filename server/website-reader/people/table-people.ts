import { foldText } from '#server/platform/text/fold-text.ts'
import type { FineLines, LineSpan } from '../page/fine-lines.ts'
import type { PageElement } from '../page/page-tree.ts'
import type { CardContacts } from './card-contacts.ts'
import type { LocatedPerson } from './located-person.ts'
import type { Place } from './page-sections.ts'
import type { Card } from './person-cards.ts'
import { readName } from './read-name.ts'
import { canBeRole, cleanRole, isFormerRole } from './read-role.ts'
import { TABLE_COLUMNS, type TableColumn } from './words/table-words.ts'

/** The tables of a page that list people under headings. */
export interface PeopleTables {
  /** Lines that are read here and nowhere else. */
  taken: ReadonlySet<number>
  /** One per person: the row, or the cells of a column. */
  cards: Card[]
  /** @param contacts of the cards, in their order. */
  people(findPlace: (line: number) => Place, contacts: readonly CardContacts[]): LocatedPerson[]
}

interface Cell extends LineSpan {
  element: PageElement
  text: string
}

interface Row {
  name: string
  role: string | null
  card: Card
}

const MAX_TABLES = 50
const MAX_ROWS = 500

/** Reads tables whose first row or first column says which cells hold names. */
export function readTables(page: FineLines): PeopleTables {
  const taken = new Set<number>()
  const rows: Row[] = []
  for (const table of page.tables.slice(0, MAX_TABLES)) {
    const span = page.spans.get(table)
    if (!span || span.to - span.from < 3) continue
    const cells = readRows(page, table)
    const read = readHeaded(cells) ?? readTransposed(cells)
    if (!read || read.length === 0) continue
    rows.push(...read)
    for (let line = span.from; line < span.to; line += 1) taken.add(line)
  }
  return {
    taken,
    cards: rows.map(({ card }) => card),
    people: (findPlace, contacts) =>
      rows.flatMap((row, index) => toPerson(row, findPlace(row.card.from), contacts[index])),
  }
}

/** Rows of cells; tables inside tables belong to the page's layout and are left out. */
function readRows({ lines, spans }: FineLines, table: PageElement): Cell[][] {
  const rows: Cell[][] = []
  const visit = (element: PageElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string' || rows.length >= MAX_ROWS) continue
      if (child.tag === 'tr') rows.push(child.children.flatMap((cell) => readCell(cell)))
      else if (child.tag !== 'table') visit(child)
    }
  }
  const readCell = (cell: PageElement['children'][number]): Cell[] => {
    if (typeof cell === 'string' || (cell.tag !== 'td' && cell.tag !== 'th')) return []
    const span = spans.get(cell) ?? { from: 0, to: 0 }
    const text = lines
      .slice(span.from, span.to)
      .filter((line) => !line.alt)
      .map((line) => line.text)
      .join(' ')
    return [{ ...span, element: cell, text }]
  }
  visit(table)
  return rows
}

function classifyColumn(text: string): TableColumn {
  const folded = text.length <= 40 ? foldText(text) : ''
  return TABLE_COLUMNS.find(({ words }) => folded !== '' && words.test(folded))?.column ?? 'other'
}

const hasNameColumns = (columns: readonly TableColumn[]): boolean =>
  columns.includes('name') || (columns.includes('last') && columns.includes('first'))

/** The first row names the columns. */
function readHeaded(rows: readonly Cell[][]): Row[] | null {
  const at = rows.findIndex((row) => row.length >= 2)
  const columns = (rows[at] ?? []).map(({ text }) => classifyColumn(text))
  if (!isPeopleTable(columns)) return null
  return rows.slice(at + 1).flatMap((row) => {
    const read = readCells(row, columns)
    const element = row[0]?.element.parent
    if (!read || !element) return []
    const span = { from: Math.min(...row.map(({ from }) => from)), to: Math.max(...row.map(({ to }) => to)) }
    return [{ ...read, card: { element, flat: false, ...span } }]
  })
}

/** The first column names the rows, each further column is a person. */
function readTransposed(rows: readonly Cell[][]): Row[] | null {
  const columns = rows.map((row) => classifyColumn(row[0]?.text ?? ''))
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (!isPeopleTable(columns) || width < 3) return null
  return Array.from({ length: Math.min(width, MAX_ROWS) - 1 }, (_, index) => index + 1).flatMap((column) => {
    const cells = rows.map((row) => row[column])
    const present = cells.filter((cell) => cell !== undefined)
    const read = readCells(cells, columns)
    const named = present.find(({ text }) => text !== '')
    return read && named
      ? [{ ...read, card: { element: named.element, flat: false, from: named.from, to: named.to } }]
      : []
  })
}

/** Products have names too: a role or two parts of a name must be beside it. */
const isPeopleTable = (columns: readonly TableColumn[]): boolean =>
  hasNameColumns(columns) && (columns.includes('role') || columns.includes('last'))

function readCells(
  row: readonly (Cell | undefined)[],
  columns: readonly TableColumn[],
): { name: string; role: string | null } | null {
  const cell = (column: TableColumn) => row[columns.indexOf(column)]?.text ?? ''
  const last = cell('last')
  const joined = columns.includes('first') && last ? `${cell('first')} ${last}` : cell('name') || last
  const name = readName(joined, { inverted: true })
  if (!name || name.strength === 0) return null
  const role = cell('role')
  return { name: name.name, role: role && canBeRole(role) ? cleanRole(role) : null }
}

function toPerson(
  { name, role, card }: Row,
  place: Place,
  contacts: CardContacts | undefined,
): LocatedPerson[] {
  if (place.kind === 'foreign') return []
  const kind = place.kind ?? place.page
  const staff = kind !== 'left' && kind !== 'other' && !(role !== null && isFormerRole(role))
  const found = { name, role, section: place.section, method: 'table' as const, block: card.element, staff }
  const own = contacts ?? { email: null, phone: null, socials: [] }
  return [{ line: card.from, finding: { ...own, ...found } }]
}
