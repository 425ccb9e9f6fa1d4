import type { CustomFieldKind } from '#contract/leads/custom-fields.ts'
import { isNothing } from '#server/modules/core/normalise/index.ts'
import { readDay, slashedOrder } from '#server/modules/leads/lead-edits/index.ts'
import { yieldToEventLoop } from '#server/platform/yield-to-event-loop.ts'
import type { TableFile } from './table-file.ts'

/** What all values of a column have in common. */
export interface ColumnFacts {
  /** Kind of a new field for them. */
  kind: CustomFieldKind
  isEmpty: boolean
  /** Whether dots separate thousands: `1.250` is 1,250. */
  dots: boolean
  /** Whether numbers are too large for shares: a rate of `2.35` is 2.35 %. */
  percent: boolean
}

/** Whether `03/04/2026` is 3 April or March 4; null where no date of the file says so, or they contradict. */
type DateOrder = 'dmy' | 'mdy'
export interface FileFacts {
  columns: ColumnFacts[]
  dateOrder: DateOrder | null
  /** Columns whose dates need the order. */
  slashed: string[]
}

const LINK = /^(?:https?:\/\/|www\.)\S+\.\S+$/i
const MAX_CHOICES = 12
const DOTTED = /^-?\d{1,3}(?:\.\d{3})+(?:,\d+|(?<=\.\d{3}\.\d{3}))$|^-?\d+,(?:\d{1,2}|\d{4,})$/

/** A day without a time, which a date would lose. `1.2.24` may be a version. */
const isDay = (text: string): boolean =>
  /\d{4}/.test(text) && !text.includes(':') && readDay(text, null) !== undefined

/** A number that is shown as it is written: `01067`, `1.50` and `+41` are codes. */
const isNumber = (text: string): boolean => /^-?\d/.test(text) && String(Number(text)) === text

/** Collects what the values of a column have in common, in constant memory. */
class ValueForms {
  #filled = 0
  #open: Partial<Record<CustomFieldKind, true>> = { number: true, date: true, url: true, choice: true }
  readonly #distinct = new Set<string>()
  readonly orders = new Set<DateOrder>()
  slashed = false
  dots = false
  percent = false
  #isPlain = false
  #isGrouped = false

  add(raw: string): void {
    if (this.isText) return
    const text = raw.trim()
    if (text === '' || isNothing(text)) return
    this.#filled += 1
    const order = slashedOrder(text)
    if (order) {
      this.slashed = true
      if (order !== 'open') this.orders.add(order)
    }
    if (DOTTED.test(text)) this.dots = true
    if (/^-?\d{1,3}\.\d{3}$/.test(text)) this.#isGrouped = true
    if (/^\d+(?:[.,]\d+)?$/.test(text)) {
      this.#isPlain = true
      if (Number(text.replace(',', '.')) > 1) this.percent = true
    }
    if (this.#distinct.size <= MAX_CHOICES) this.#distinct.add(text)
    const { number, date, url, choice } = this.#open
    if (number && !isNumber(text)) delete this.#open.number
    if (date && !order && !isDay(text)) delete this.#open.date
    if (url && !LINK.test(text)) delete this.#open.url
    if (choice && (this.#distinct.size > MAX_CHOICES || text.length > 40)) delete this.#open.choice
  }

  /** Whether nothing further can change the answers. */
  get isText(): boolean {
    const isOpen = this.slashed || (this.#isPlain && !this.percent) || (this.#isGrouped && !this.dots)
    return Object.keys(this.#open).length === 0 && !isOpen && this.#filled > 200
  }

  get facts(): ColumnFacts {
    const { number, date, url, choice } = this.#open
    const isEmpty = this.#filled === 0
    const isChoice = choice && this.#filled >= 20
    const kind = isEmpty
      ? 'text'
      : number
        ? 'number'
        : date
          ? 'date'
          : url
            ? 'url'
            : isChoice
              ? 'choice'
              : 'text'
    return { kind, isEmpty, dots: this.dots, percent: this.percent }
  }
}

/** The facts of a column's values. */
export function findForms(values: readonly string[]): ColumnFacts {
  const forms = new ValueForms()
  for (const value of values) forms.add(value)
  return forms.facts
}

/** The facts of all columns, from every row: later ones count as much as the first. */
export async function fileFacts(table: TableFile, signal: AbortSignal): Promise<FileFacts> {
  const forms = table.columns.map(() => new ValueForms())
  for await (const group of table.rows(null, signal)) {
    signal.throwIfAborted()
    for (const row of group)
      if (row.reason === undefined) for (const [at, form] of forms.entries()) form.add(row.cells[at] ?? '')
    if (forms.every((form) => form.isText)) break
    await yieldToEventLoop()
  }
  const orders = new Set(forms.flatMap((form) => [...form.orders]))
  return {
    columns: forms.map(({ facts }, at) => ({
      ...facts,
      percent: facts.percent || table.columns[at]?.includes('%') === true,
    })),
    dateOrder: orders.size === 1 ? ([...orders][0] ?? null) : null,
    slashed: table.columns.filter((_, at) => forms[at]?.slashed),
  }
}
