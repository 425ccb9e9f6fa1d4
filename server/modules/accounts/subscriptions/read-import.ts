import * as z from 'zod/mini'
import { type ImportRow, MAX_IMPORT_ROWS } from '#contract/accounts/subscriptions.ts'
import { CsvError } from '#server/platform/csv/csv-error.ts'
import { readCsv } from '#server/platform/csv/read-csv.ts'
import { invalidField } from '#server/platform/errors.ts'
import type { PackageVersion } from './plan-of-subscription.ts'

/** A row with its package; without one it has an error. */
export interface ReadRow extends ImportRow {
  version: PackageVersion | undefined
}

const COLUMNS = ['email', 'company', 'first_name', 'last_name', 'package', 'credits'] as const
type Column = (typeof COLUMNS)[number]
/** Column headings that people and other products use. */
const ALSO: Record<string, Column> = {
  'e-mail': 'email',
  email_address: 'email',
  company_name: 'company',
  account: 'company',
  firstname: 'first_name',
  lastname: 'last_name',
  plan: 'package',
  package_id: 'package',
}
const Email = z.email().check(z.maxLength(254))
const MAX_CREDITS = 1_000_000_000
/** Control, formatting and line-breaking characters are misleading in a name. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Formulas in a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/

const clean = (cell: string): string => cell.replace(HIDDEN, ' ').trim()

const readColumn = (heading: string): Column | undefined => {
  const key = clean(heading).toLowerCase().replaceAll(' ', '_')
  return (COLUMNS as readonly string[]).includes(key) ? (key as Column) : ALSO[key]
}

function textProblems(cells: Record<Column, string>): string[] {
  const problems: string[] = []
  if (!cells.email) problems.push('Email is missing')
  else if (!Email.safeParse(cells.email).success) problems.push('Email isn’t valid')
  if (!cells.company) problems.push('Company is missing')
  for (const [name, label, max] of [
    ['company', 'Company', 200],
    ['first_name', 'First name', 100],
    ['last_name', 'Last name', 100],
  ] as const) {
    if (cells[name].length > max) problems.push(`${label} is longer than ${max} characters`)
    if (FORMULA.test(cells[name])) problems.push(`${label} can’t start with =, +, - or @`)
  }
  return problems
}

function readCredits(cell: string): { credits: number | null; problem?: string } {
  if (cell === '') return { credits: 0 }
  const credits = /^\d{1,10}$/.test(cell) ? Number(cell) : Number.NaN
  return credits <= MAX_CREDITS
    ? { credits }
    : { credits: null, problem: 'Credits must be a whole number such as 500' }
}

interface ReadOptions {
  packages: readonly PackageVersion[]
  defaultPackageId: number | undefined
}

function readRow(
  line: number,
  cells: Record<Column, string>,
  { packages, defaultPackageId }: ReadOptions,
): ReadRow {
  const wanted = cells.package.toLowerCase()
  const version = packages.find(({ plan_id, name }) =>
    wanted ? String(plan_id) === wanted || name.toLowerCase() === wanted : plan_id === defaultPackageId,
  )
  const { credits, problem } = readCredits(cells.credits)
  const errors = textProblems(cells)
  if (!version)
    errors.push(wanted ? `You have no package ${cells.package.slice(0, 60)}` : 'Package is missing')
  if (problem) errors.push(problem)
  const { email, first_name, last_name, company } = cells
  const shown = { email, first_name, last_name, company, package: version?.name ?? cells.package }
  return { line, ...shown, credits, errors, exists: false, version }
}

function readColumns(headings: readonly string[]): (Column | undefined)[] {
  const columns = headings.map(readColumn)
  for (const required of ['email', 'company'] as const)
    if (!columns.includes(required)) throw invalidField('csv', `The file has no column named ${required}`)
  return columns
}

/** Rows of an accounts CSV, each with its errors. @throws AppError validation_failed for the whole file. */
export async function readImport(csv: string, options: ReadOptions): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  const seen = new Map<string, number>()
  let columns: (Column | undefined)[] = []
  async function* bytes() {
    yield Buffer.from(csv)
  }
  try {
    for await (const event of readCsv(bytes(), { numberRepeated: true })) {
      if (event.kind === 'header') {
        columns = readColumns(event.columns)
        continue
      }
      if (rows.length === MAX_IMPORT_ROWS)
        throw invalidField('csv', `A file has up to ${MAX_IMPORT_ROWS} accounts`)
      const cells = Object.fromEntries(COLUMNS.map((name) => [name, ''])) as Record<Column, string>
      if (event.kind === 'row')
        for (const [at, name] of columns.entries()) if (name) cells[name] = clean(event.values[at] ?? '')
      const row = readRow(event.line, cells, options)
      if (event.kind === 'rejected') row.errors.splice(0, row.errors.length, `Can’t be read: ${event.reason}`)
      const key = row.email.toLowerCase()
      const before = seen.get(key)
      if (key && before !== undefined) row.errors.push(`Same email as line ${before}`)
      seen.set(key, before ?? row.line)
      rows.push(row)
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalidField('csv', error.message)
    throw error
  }
  if (rows.length === 0) throw invalidField('csv', 'The file has no accounts')
  return rows
}
