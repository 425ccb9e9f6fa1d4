import { LEAD_STATUS_LABELS, type LeadStatus } from '#contract/leads/lead-statuses.ts'
import { formatCount } from '#web/lib/format.ts'

type Detail = Record<string, unknown>

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= 120

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && 'name' in value && isText(value.name)

/** Details of a list event shown beside its name; the rest is internal. */
const PARTS: ((detail: Detail) => string | null)[] = [
  ({ count }) => (typeof count === 'number' ? formatCount(count, 'lead') : null),
  ({ field }) => (isText(field) ? field : null),
  ({ folder }) => (isText(folder) ? folder : null),
  ({ name }) => (isText(name) ? name : null),
  ({ from, to }) => (isText(from) && isText(to) ? `from “${from}” to “${to}”` : null),
  ({ from, to }) => (isNamed(from) && isNamed(to) ? `from “${from.name}” to “${to.name}”` : null),
  ({ status }) => LEAD_STATUS_LABELS[status as LeadStatus] ?? null,
  ({ left }) => (typeof left === 'number' && left > 0 ? `${formatCount(left, 'lead')} unchanged` : null),
]

/** Shown details of an event: `3 leads`, `from “A” to “B”`. */
export const detailLabel = (detail: Detail): string =>
  PARTS.map((part) => part(detail))
    .filter((text) => text)
    .join(' · ')
