import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import type { FieldDefinition, FieldKind } from '#contract/leads/list-types/define.ts'
import { formatExact, formatRelative } from '#web/lib/format.ts'
import { useReadablePhone } from '#web/lib/phones.ts'
import { When } from '#web/ui/when.tsx'
import { LabelChips } from '../labels/label-chip.tsx'
import { phoneHref, plainValue, safeUrl, shortUrl } from '../lead-data/value-labels.ts'
import { EmailSearchBadge } from './email-search-badge.tsx'
import { LeadEmailBadge } from './lead-email-badge.tsx'
import classes from './value-cell.module.css'

interface ValueProps {
  field: FieldDefinition
  value: string | number
  lead: Lead
  /** Label of a coded value. */
  label?: string
  /** Without interactive parts (tooltips, clocks): for grids with hundreds of cells. */
  plain?: boolean
}

/** In a grid the arrow keys move: its links are reached from the open lead. */
const inOrder = (plain: boolean | undefined) => (plain ? { tabIndex: -1 } : {})

function UrlValue({ value, plain }: ValueProps) {
  const href = safeUrl(String(value))
  if (!href) return value
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes.link} {...inOrder(plain)}>
      {shortUrl(String(value))}
    </a>
  )
}

function PhoneValue({ value, plain }: ValueProps) {
  const href = phoneHref(String(value))
  const readable = useReadablePhone(String(value))
  if (!href) return <>{value}</>
  return (
    <a href={href} className={classes.link} {...inOrder(plain)}>
      {readable}
    </a>
  )
}

function EmailValue({ value, lead, plain }: ValueProps) {
  return (
    <span className={classes.email}>
      <span className="truncate">{value}</span>
      <LeadEmailBadge lead={lead} plain={plain} />
    </span>
  )
}

function DateValue({ value, plain }: ValueProps) {
  const text = String(value)
  if (Number.isNaN(Date.parse(text))) return value
  if (!plain) return <When at={text} />
  return (
    <time dateTime={text} title={formatExact(text)}>
      {formatRelative(text)}
    </time>
  )
}

/** Types that need more than text. */
const RENDERERS: Partial<Record<FieldKind, (props: ValueProps) => ReactNode>> = {
  url: UrlValue,
  phone: PhoneValue,
  email: EmailValue,
  date: DateValue,
  labels: ({ value }) => <LabelChips value={value} />,
}

/** Renders a value by its type. */
export function FieldValue(props: ValueProps) {
  const { field, value, label, lead, plain } = props
  if (field.name === 'email_state') return <LeadEmailBadge lead={lead} plain={plain} />
  if (field.name === 'email_search') return <EmailSearchBadge state={String(value)} />
  const Renderer = RENDERERS[field.kind]
  return Renderer ? <Renderer {...props} /> : plainValue(field, value, label)
}
