import { Badge, Skeleton } from '@mantine/core'
import { HISTORY_EVENTS } from '#contract/history.ts'
import type { LeadDetail } from '#contract/leads.ts'
import { LIST_TYPES, type ListTypeId } from '#contract/list-types/index.ts'
import { formatDay } from '#web/lib/format.ts'
import { When } from '#web/ui/when.tsx'
import { detailWords } from './event-details.ts'
import classes from './lead-profile.module.css'
import { leadValue } from './lead-values.ts'
import { FieldValue } from './value-cell.tsx'
import { distinctOrigins, methodWords, type Origin, originName } from './value-origins.ts'
import { safeUrl } from './value-words.ts'

/** Where a value comes from, in one line; what is the same for many values stands once, under Sources. */
function OriginLine({ origin }: { origin: Origin }) {
  const parts = [
    origin.source,
    origin.licence,
    origin.observed_at ? formatDay(origin.observed_at) : null,
    origin.method === 'invented' ? 'invented' : `${Math.round(origin.confidence * 100)} % sure`,
  ]
  return (
    <span className={classes.origin} title={`Method: ${methodWords(origin)}`}>
      {parts.filter((part) => part).join(' · ')}
    </span>
  )
}

/** The sources behind a lead's values, each once: method, licence, its own record, and a way to look. */
export function LeadSources({ lead }: { lead: LeadDetail }) {
  return (
    <ul className={classes.sources}>
      {distinctOrigins(lead.provenance).map((origin) => {
        const href = origin.url ? safeUrl(origin.url) : null
        return (
          <li key={`${origin.source} ${origin.method} ${origin.record} ${origin.url}`}>
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer" className={classes.source}>
                {originName(origin)}
              </a>
            ) : (
              <span className={classes.event}>{origin.source}</span>
            )}
            <span className={classes.quiet}>
              {[methodWords(origin), origin.licence, origin.record && `record ${origin.record}`]
                .filter((part) => part)
                .join(' · ')}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Every value of a lead with where it comes from. */
export function LeadValues({ type, lead }: { type: ListTypeId; lead: LeadDetail }) {
  const known = LIST_TYPES[type].fields.flatMap((field) => {
    const value = leadValue(lead, field.name)
    return value === undefined || value === '' ? [] : [{ field, value }]
  })
  return (
    <dl className={classes.values}>
      {known.map(({ field, value }) => {
        const origin = lead.provenance[field.name]
        return (
          <div key={field.name} className={classes.value}>
            <dt>{field.label}</dt>
            <dd>
              <FieldValue field={field} value={value} lead={lead} label={lead.labels[field.name]} />
              {origin && <OriginLine origin={origin} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** What happened to a lead, newest first. */
export function LeadHistory({ lead }: { lead: LeadDetail }) {
  if (lead.history.length === 0) {
    return (
      <p className={classes.quiet}>
        Added <When at={lead.added_at} />. Nothing has happened since.
      </p>
    )
  }
  return (
    <ol className={classes.history}>
      {lead.history.map((entry) => (
        <li key={`${entry.created_at} ${entry.event}`}>
          <span className={classes.event}>{HISTORY_EVENTS[entry.event]}</span>
          <span className={classes.quiet}>{detailWords(entry.detail)}</span>
          <span className={classes.quiet}>
            <When at={entry.created_at} />
            {entry.user && ` · ${entry.user}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Marks of a lead that concern all of it. */
export function LeadMarks({ lead }: { lead: Pick<LeadDetail, 'is_sample' | 'sent_at' | 'deleted_at'> }) {
  if (!lead.is_sample && !lead.sent_at && !lead.deleted_at) return null
  return (
    <span className={classes.marks}>
      {lead.is_sample && (
        <Badge size="sm" variant="default">
          Sample data
        </Badge>
      )}
      {lead.sent_at && (
        <Badge size="sm" variant="default">
          Sent
        </Badge>
      )}
      {lead.deleted_at && (
        <Badge size="sm" color="red" variant="light">
          In the trash
        </Badge>
      )}
    </span>
  )
}

/** The shape of a lead while it is loading. */
export function ProfileSkeleton() {
  return (
    <div className={classes.values} role="status" aria-label="Loading the lead">
      {[44, 60, 38, 70, 52, 48].map((width) => (
        <div key={width} className={classes.value}>
          <Skeleton height={10} width={72} mt={5} />
          <div>
            <Skeleton height={12} width={`${width}%`} my={4} />
            <Skeleton height={9} width="80%" />
          </div>
        </div>
      ))}
    </div>
  )
}
