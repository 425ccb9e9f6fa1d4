import { readArea } from '#contract/leads/area.ts'
import { STATES_OF_EMAIL_FILTER } from '#contract/leads/email-states.ts'
import type { Condition, FilterGroup, Lead, LeadFilters } from '#contract/leads/leads.ts'
import { findField, type ListTypeId } from '#contract/leads/list-types/index.ts'

/**
 * An independent implementation of the lead filters over plain objects in UTC, to check the SQL against. It compares
 * text in JavaScript's lower case, so use letters on which all rules agree.
 */

const textOf = (lead: Lead, field: string): string => String(lead.values[field] ?? '')

/** Without case and accents, as people search. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')

function like(lead: Lead, type: ListTypeId, { field, value }: Condition): boolean {
  const text = textOf(lead, field).toLowerCase()
  if (text === '') return false
  if (Array.isArray(value)) return value.some((item) => item.toLowerCase() === text)
  const wanted = String(value).toLowerCase()
  const coded = ['choice', 'category', 'country'].includes(findField(type, field)?.kind ?? '')
  return coded ? text === wanted : fold(text).includes(fold(wanted))
}

function compare(lead: Lead, type: ListTypeId, { field, operator, value }: Condition): boolean {
  const own = lead.values[field]
  if (own === undefined) return false
  const less = operator === 'lower'
  if (findField(type, field)?.kind === 'date') {
    const day = String(own).slice(0, 10)
    return less ? day < String(value) : day > String(value)
  }
  return less ? Number(own) < Number(value) : Number(own) > Number(value)
}

/** A point of the unit sphere. */
function onSphere(lat: number, lon: number): [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** Distances by the chord through the earth, unlike the product's formula. */
function inArea(lead: Lead, { value }: Condition): boolean {
  const area = readArea(value)
  const { lat, lon } = lead.values
  if (!area || typeof lat !== 'number' || typeof lon !== 'number' || Math.abs(lat) > 90) return false
  if (area.kind === 'circle') {
    const [a, b] = [onSphere(lat, lon), onSphere(area.lat, area.lon)]
    const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
    return 2 * 6371 * Math.asin(Math.min(1, chord / 2)) <= area.km
  }
  const width = (area.east - area.west + 360) % 360
  const from = (lon - area.west + 720) % 360
  return lat >= area.south && lat <= area.north && Math.abs(lon) <= 180 && from <= width
}

function holds(lead: Lead, type: ListTypeId, rule: Condition): boolean {
  switch (rule.operator) {
    case 'like':
      return like(lead, type, rule)
    case 'not like':
      return !like(lead, type, rule)
    case 'empty':
      return textOf(lead, rule.field) === ''
    case 'not empty':
      return textOf(lead, rule.field) !== ''
    case 'is_verified':
      return lead.email_state === 'valid'
    case 'area':
      return inArea(lead, rule)
    default:
      return compare(lead, type, rule)
  }
}

function passes(lead: Lead, type: ListTypeId, rule: Condition | FilterGroup): boolean {
  if ('operator' in rule) return holds(lead, type, rule)
  const any = rule.or ?? []
  return (
    (rule.and ?? []).every((item) => passes(lead, type, item)) &&
    (any.length === 0 || any.some((item) => passes(lead, type, item)))
  )
}

/** The fields of the text search. */
const SEARCHED = ['name', 'email', 'company', 'domain', 'phone', 'city', 'position', 'street']

function isFound(lead: Lead, search: string, mode: LeadFilters['search_type']): boolean {
  const wanted = fold(search.replace(/\s+/g, ' ').trim())
  return (
    wanted === '' ||
    SEARCHED.some((field) => {
      const text = fold(textOf(lead, field))
      if (mode === 'contain') return text.includes(wanted)
      return mode === 'exact' ? text === wanted : text.startsWith(wanted)
    })
  )
}

function hasEmail(lead: Lead, filter: number): boolean {
  if (filter === -1) return true
  const state = lead.values.email === undefined ? 'none' : (lead.email_state ?? 'unknown')
  const group = [1, 2].find((value) => (STATES_OF_EMAIL_FILTER[value] as string[]).includes(state)) ?? 0
  return group === filter
}

/** Whether a lead matches the filters, for an account in UTC. */
export function matchesFilters(lead: Lead, type: ListTypeId, filters: LeadFilters): boolean {
  const day = lead.added_at.slice(0, 10)
  return (
    (filters.view === 'bin') === (lead.deleted_at !== null) &&
    filters.custom_search.every((rule) => holds(lead, type, rule)) &&
    (!filters.filter || passes(lead, type, filters.filter)) &&
    (!filters.startDate || day >= filters.startDate) &&
    (!filters.endDate || day <= filters.endDate) &&
    (!filters.search || isFound(lead, filters.search, filters.search_type)) &&
    (filters.sent === 0 || (filters.sent === 1) === (lead.sent_at !== null)) &&
    hasEmail(lead, filters.withEmail)
  )
}
