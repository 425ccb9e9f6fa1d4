import { type LeadRow, VALUE_COLUMNS, type ValueColumn } from './leads-store.ts'

/** Whether a field has its own column. */
export const isColumn = (name: string): name is ValueColumn =>
  (VALUE_COLUMNS as readonly string[]).includes(name)

/** The value of a field, or null. */
export function valueIn(lead: LeadRow, name: string): string | number | null {
  const value = isColumn(name) ? lead[name] : name === 'lead_status' ? lead.lead_status : lead.fields[name]
  return value === undefined || value === '' ? null : value
}

/** Sets a value in a row in memory; null clears it. */
export function setValue(lead: LeadRow, name: string, value: string | number | null): void {
  if (isColumn(name) || name === 'lead_status') Object.assign(lead, { [name]: value })
  else if (value === null) delete lead.fields[name]
  else lead.fields[name] = value
}
