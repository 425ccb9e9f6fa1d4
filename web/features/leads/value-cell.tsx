import type { ReactNode } from 'react'
import type { Lead } from '#contract/leads.ts'
import type { FieldDefinition, FieldKind } from '#contract/list-types/define.ts'
import { When } from '#web/ui/when.tsx'
import { phoneHref, plainValue, safeUrl, shortUrl } from './cell-format.ts'
import { EmailStateBadge } from './email-badge.tsx'
import classes from './value-cell.module.css'

interface ValueProps {
  field: FieldDefinition
  value: string | number
  lead: Pick<Lead, 'email_state'>
  /** Readable form of a coded value. */
  label?: string | undefined
}

const External = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className={classes.link} tabIndex={-1}>
    {children}
  </a>
)

function UrlValue({ value }: ValueProps) {
  const href = safeUrl(String(value))
  return href ? <External href={href}>{shortUrl(String(value))}</External> : value
}

function PhoneValue({ value }: ValueProps) {
  const href = phoneHref(String(value))
  if (!href) return <>{value}</>
  return (
    <a href={href} className={classes.link} tabIndex={-1}>
      {value}
    </a>
  )
}

function EmailValue({ value, lead }: ValueProps) {
  return (
    <span className={classes.email}>
      <span className={classes.address}>{value}</span>
      <EmailStateBadge state={lead.email_state} />
    </span>
  )
}

function DateValue({ value }: ValueProps) {
  return Number.isNaN(Date.parse(String(value))) ? value : <When at={String(value)} />
}

/** Kinds that are more than text. */
const RENDERERS: Partial<Record<FieldKind, (props: ValueProps) => ReactNode>> = {
  url: UrlValue,
  phone: PhoneValue,
  email: EmailValue,
  date: DateValue,
}

/** One value as its kind wants to be seen. Links in cells are reached from the open lead, not by Tab. */
export function FieldValue(props: ValueProps) {
  const { field, value, label } = props
  if (field.name === 'email_state') return <EmailStateBadge state={String(value)} />
  const Renderer = RENDERERS[field.kind]
  return Renderer ? <Renderer {...props} /> : plainValue(field, value, label)
}
