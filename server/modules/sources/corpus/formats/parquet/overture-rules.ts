import { isObject } from '../json-record.ts'
import type { ParquetRow } from './parquet-row.ts'
import { pointInWkb } from './wkb.ts'

/** The Overture Maps Places schema of a row, as far as we read it. */
/** Words may contain apostrophes and hyphens: `women's_clothing_store`. */
const CODE = /^[a-z0-9][a-z0-9'’-]*(?:_[a-z0-9][a-z0-9'’-]*)*$/
const STATUSES = ['open', 'permanently_closed', 'temporarily_closed']
const LISTS = ['emails', 'phones', 'socials', 'websites', 'addresses'] as const
const ADDRESS_PARTS = ['freeform', 'locality', 'postcode', 'region', 'country']

/** Non-empty parts of an object; null without any, which is how Parquet writes a missing object. */
function readObject(value: unknown): Record<string, unknown> | null {
  if (!isObject(value)) return null
  const parts = Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
  return parts.length > 0 ? Object.fromEntries(parts) : null
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const shown = (value: unknown): string => JSON.stringify(String(value).slice(0, 60))

function codeProblem(name: string, codes: readonly unknown[]): string | null {
  const wrong = codes.find((code) => typeof code === 'string' && !CODE.test(code))
  return wrong === undefined ? null : `${name} holds ${shown(wrong)}: expected lower case words joined by _`
}

function categoryProblem({ categories, taxonomy, basic_category: basic }: ParquetRow): string | null {
  const legacy = readObject(categories)
  if (legacy && typeof legacy.primary !== 'string') return 'categories has no primary'
  const tree = readObject(taxonomy)
  if (tree && typeof tree.primary !== 'string') return 'taxonomy has no primary'
  if (tree && listed(tree.hierarchy).length === 0) return 'taxonomy has no hierarchy'
  return (
    codeProblem('categories', [legacy?.primary, ...listed(legacy?.alternate)]) ??
    codeProblem('taxonomy', [tree?.primary, ...listed(tree?.hierarchy), ...listed(tree?.alternates)]) ??
    codeProblem('basic_category', [basic])
  )
}

function addressProblem({ addresses }: ParquetRow): string | null {
  const parts = listed(addresses).flatMap((address) => Object.keys(readObject(address) ?? {}))
  const unknown = parts.find((part) => !ADDRESS_PARTS.includes(part))
  return unknown === undefined ? null : `addresses has ${shown(unknown)}, which is not part of an address`
}

/** Why a row is not an Overture Maps place; null when it is. */
export function overtureProblem(row: ParquetRow): string | null {
  const empty = LISTS.find((name) => Array.isArray(row[name]) && (row[name] as unknown[]).length === 0)
  if (empty) return `${empty} is an empty list`
  const { geometry, operating_status: status } = row
  if (geometry instanceof Uint8Array && pointInWkb(geometry) === null) return 'geometry is not a point'
  if (typeof status === 'string' && !STATUSES.includes(status))
    return `operating_status is ${shown(status)}: expected ${STATUSES.join(', ')}`
  return categoryProblem(row) ?? addressProblem(row)
}
