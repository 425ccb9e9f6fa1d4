import { Box, Skeleton, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { LeadDetail } from '#contract/leads/leads.ts'
import type { FieldDefinition } from '#contract/leads/list-types/define.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { emailKindLabel } from '#web/lib/email-labels.ts'
import { formatCount } from '#web/lib/format.ts'
import { CopyIcon } from '#web/ui/copy-button.tsx'
import { FoldButton } from '#web/ui/fold-button.tsx'
import { EmptyCell } from '../lead-actions/cell-offers.tsx'
import { NoEmailYet } from './email-search-badge.tsx'
import { type FilledField, fieldGroups } from './field-groups.ts'
import { LeadSignals } from './lead-signals.tsx'
import { copiedValue } from './lead-text.ts'
import classes from './lead-values.module.css'
import { OriginLine, OriginMark } from './origin-mark.tsx'
import { FieldValue } from './value-cell.tsx'
import { type SharedOrigin, sharedOrigins } from './value-origins.ts'

interface ValueProps {
  filled: FilledField
  lead: LeadDetail
  /** Its source, if it differs from the main one. */
  mark: SharedOrigin | undefined
}

/** Placeholder of a missing email: an offer to find it, or the state of the search. */
function MissingEmail({ lead }: { lead: LeadDetail }) {
  return (
    <EmptyCell key={lead.id} lead={lead} field="email" byTab>
      <NoEmailYet lead={lead} isEmail>
        No email
      </NoEmailYet>
    </EmptyCell>
  )
}

function EmailKind({ lead }: { lead: LeadDetail }) {
  const kind = emailKindLabel(lead.values.email_kind as string | undefined)
  return kind ? (
    <Text component="span" c="dimmed" title={kind.meaning}>
      {kind.label}
    </Text>
  ) : null
}

/** One value: label, value, source if it differs, and a copy button. */
function Value({ filled, lead, mark }: ValueProps) {
  const { field, value } = filled
  return (
    <div className={classes.value} data-field={field.name}>
      <Box component="dt" py={4} lh="20px">
        {field.label}
      </Box>
      <dd className={classes.words}>
        {value === '' ? (
          <MissingEmail lead={lead} />
        ) : (
          <FieldValue field={field} value={value} lead={lead} label={lead.labels[field.name]} />
        )}
        {value !== '' && field.kind === 'email' && <EmailKind lead={lead} />}
        {mark && <OriginMark shared={mark} label={field.label} />}
      </dd>
      {value !== '' && (
        <dd className="reveal">
          <CopyIcon text={copiedValue(filled, lead)} what={field.label.toLowerCase()} />
        </dd>
      )}
    </div>
  )
}

/** Empty fields of the list type, collapsed. */
function EmptyFields({ fields }: { fields: FieldDefinition[] }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (fields.length === 0) return null
  return (
    <>
      <Box mt="xs" c="dimmed">
        <FoldButton open={open} controls={id} onToggle={() => setOpen(!open)}>
          {formatCount(fields.length, 'empty field')}
        </FoldButton>
      </Box>
      <dl id={id} hidden={!open}>
        {fields.map(({ name, label }) => (
          <div key={name} className={classes.value}>
            <Box component="dt" py={4} lh="20px">
              {label}
            </Box>
            <Box component="dd" c="dimmed">
              –
            </Box>
          </div>
        ))}
      </dl>
    </>
  )
}

const TITLES = { contact: 'Contact', about: 'About', other: 'Other' } as const
const GROUPS = ['contact', 'about', 'other'] as const

interface LeadValuesProps {
  type: ListTypeId
  lead: LeadDetail
  /** Level of its headings. */
  level: 3 | 4
}

/** Every value of a lead: contacts first, with the main source named once. */
export function LeadValues({ type, lead, level }: LeadValuesProps) {
  const groups = fieldGroups(type, lead)
  const names = GROUPS.flatMap((group) => groups[group].map(({ field }) => field.name))
  const [shared, ...others] = sharedOrigins(lead.provenance, names)
  const Heading = `h${level}` as const
  return (
    <Box miw={0}>
      {shared && <OriginLine shared={shared} alone={others.length === 0} />}
      {GROUPS.filter((group) => groups[group].length > 0).map((group) => (
        <section key={group}>
          <Heading className={classes.heading}>{TITLES[group]}</Heading>
          <dl>
            {groups[group].map((filled) => (
              <Value
                key={filled.field.name}
                filled={filled}
                lead={lead}
                mark={others.find(({ fields }) => fields.includes(filled.field.name))}
              />
            ))}
          </dl>
        </section>
      ))}
      <LeadSignals lead={lead} level={level} />
      <EmptyFields fields={groups.empty} />
    </Box>
  )
}

/** Skeleton of a lead. */
export function LeadSkeleton() {
  return (
    <div role="status" aria-label="Loading the lead">
      {[44, 60, 38, 70, 52, 48].map((width) => (
        <div key={width} className={classes.value}>
          <Skeleton height={10} width={72} mt={9} />
          <Skeleton height={12} width={`${width}%`} my={8} />
        </div>
      ))}
    </div>
  )
}
