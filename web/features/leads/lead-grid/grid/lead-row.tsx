import { Badge } from '@mantine/core'
import { type MouseEvent, memo } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { type FieldDefinition, NUMERIC_KINDS } from '#contract/leads/list-types/define.ts'
import { WHY_FIELD } from '#contract/leads/signals.ts'
import checkbox from '#web/ui/plain-checkbox.module.css'
import { ShortLabels } from '../../labels/label-chip.tsx'
import { EmptyCell } from '../../lead-actions/cell-offers.tsx'
import type { ValueLabel } from '../../lead-data/filters/filter-edits.ts'
import { leadTitle, leadValue } from '../../lead-data/lead-value.ts'
import { plainValue } from '../../lead-data/value-labels.ts'
import { NoEmailYet } from '../../lead-details/email-search-badge.tsx'
import { LeadEmailBadge } from '../../lead-details/lead-email-badge.tsx'
import { FieldValue } from '../../lead-details/value-cell.tsx'
import { WhyCell } from '../../lead-details/why-cell.tsx'
import { CellEditor, isEditableCell } from './cell-editor.tsx'
import classes from './lead-grid.module.css'
import type { GridColumn } from './use-grid-table.ts'

const PHONE: FieldDefinition = { name: 'phone', label: 'Phone', kind: 'phone' }

/** Callbacks of a row. Stable, so that rows do not re-render. */
export interface RowEvents {
  onOpen: (id: number) => void
  onToggle: (index: number, span: boolean) => void
  onActivate: (index: number) => void
  /** A click beside links and buttons: opens the lead, in a cell that a second click edits after a moment. */
  onPress: (id: number, mayEdit: boolean) => void
  /** Edits a value in its cell; null ends it. */
  onEdit: (id: number, field: string | null) => void
}

interface LeadRowProps {
  lead: Lead
  index: number
  /** Position in the whole result, from 1, for screen readers. */
  position: number
  columns: GridColumn[]
  /** The first cell also shows email and phone. */
  stacked: boolean
  selected: boolean
  active: boolean
  open: boolean
  /** Address of the lead's own page. */
  href: string
  label: ValueLabel
  /** The field that is being edited in its cell. */
  editing: string | null
  events: RowEvents
}

const cellStyle = ({ field, sticky }: GridColumn) =>
  sticky ? { insetInlineStart: `var(--at-${field.name})` } : undefined

const isInteractive = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null

/** The field of a click on a cell that can be edited. */
const editedField = ({ target, nativeEvent }: MouseEvent): string | undefined => {
  // A finger opens the lead at once.
  const { pointerType } = nativeEvent as PointerEvent
  if (pointerType === 'touch' || !(target instanceof Element)) return undefined
  return target.closest<HTMLElement>('td[data-editable]')?.dataset.field
}

interface CellProps {
  lead: Lead
  column: GridColumn
  label: ValueLabel
}

const isSameCell = (before: CellProps, after: CellProps): boolean =>
  before.lead === after.lead && before.column.field === after.column.field && before.label === after.label

/** One value; re-rendered only when it changes, so that showing another column renders only that column. */
const CellContent = memo(function CellContent({ lead, column, label }: CellProps) {
  const { field } = column
  const value = leadValue(lead, field.name)
  if (field.name === WHY_FIELD.name) return lead.why ? <WhyCell why={lead.why} /> : null
  if (value === undefined || value === '') {
    return (
      <EmptyCell lead={lead} field={field.name}>
        <NoEmailYet lead={lead} isEmail={field.kind === 'email'}>
          –
        </NoEmailYet>
      </EmptyCell>
    )
  }
  const readable = typeof value === 'string' && field.kind === 'category'
  return (
    <FieldValue
      field={field}
      value={value}
      lead={lead}
      label={readable ? label(field.name, value) : undefined}
      plain
    />
  )
}, isSameCell)

/** Contacts below the title: the email with its state or an offer, and the phone. */
function ContactLine({ lead, title }: { lead: Lead; title: string }) {
  const { email, phone } = lead.values
  return (
    <span className={classes.contact}>
      {email ? (
        title !== 'email' && (
          <>
            <span className={classes.address}>{email}</span>
            <LeadEmailBadge lead={lead} plain />
          </>
        )
      ) : (
        <EmptyCell lead={lead} field="email">
          <NoEmailYet lead={lead} isEmail>
            No email
          </NoEmailYet>
        </EmptyCell>
      )}
      {phone && <FieldValue field={PHONE} value={phone} lead={lead} plain />}
    </span>
  )
}

/** The first cell has the lead's title: it opens the drawer, and as a link (new tab) the lead's own page. */
function TitleCell({ lead, column, columns, href, label, onOpen, under }: TitleCellProps) {
  const isShown = (other: string) => columns.some(({ field }) => field.name === other)
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(lead.id)
  }
  const value = leadValue(lead, column.field.name)
  // Links cannot be nested in this link: web addresses, phones and states are plain text here.
  const { kind, name } = column.field
  const hasOwnCell = kind === 'url' || kind === 'phone' || kind === 'email' || name === 'email_state'
  const line = (
    <span className={classes.titleCell}>
      <a href={href} className={classes.title} onClick={open} tabIndex={-1}>
        {value === undefined && leadTitle(lead)}
        {value !== undefined && hasOwnCell && plainValue(column.field, value)}
        {value !== undefined && !hasOwnCell && <CellContent lead={lead} column={column} label={label} />}
      </a>
      {value !== undefined && kind === 'email' && !isShown('email_state') && (
        <LeadEmailBadge lead={lead} plain />
      )}
      {lead.values.labels !== undefined && !isShown('labels') && <ShortLabels value={lead.values.labels} />}
      {lead.is_sample && (
        <Badge size="xs" variant="default" className={classes.sample}>
          Sample
        </Badge>
      )}
    </span>
  )
  if (!under) return line
  return (
    <>
      {line}
      <ContactLine lead={lead} title={column.field.name} />
    </>
  )
}

interface TitleCellProps {
  lead: Lead
  column: GridColumn
  /** Not repeated beside the title when these are shown. */
  columns: GridColumn[]
  href: string
  label: ValueLabel
  onOpen: (id: number) => void
  /** With email and phone below the title. */
  under: boolean
}

/** One lead in the grid. */
export const LeadRow = memo(function LeadRow(props: LeadRowProps) {
  const { lead, index, position, columns, stacked, selected, active, open, href, label, events } = props
  const { editing } = props
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-selected={selected || undefined}
      data-open={open || undefined}
      aria-rowindex={position + 1}
      aria-selected={selected}
      tabIndex={active ? 0 : -1}
      onFocus={() => events.onActivate(index)}
      onClick={(event) => {
        if (!isInteractive(event.target)) events.onPress(lead.id, editedField(event) !== undefined)
      }}
      onDoubleClick={(event) => {
        const field = editedField(event)
        if (field !== undefined && !isInteractive(event.target)) events.onEdit(lead.id, field)
      }}
    >
      <td className={classes.check}>
        <input
          type="checkbox"
          className={checkbox.box}
          checked={selected}
          tabIndex={-1}
          aria-label={`Select ${leadTitle(lead)}`}
          onChange={() => {}}
          onClick={(event) => events.onToggle(index, event.shiftKey)}
        />
      </td>
      {columns.map((column, at) => (
        <td
          key={column.field.name}
          className={classes.cell}
          data-sticky={column.sticky || undefined}
          data-numeric={NUMERIC_KINDS.includes(column.field.kind) || undefined}
          data-field={column.field.name}
          data-editable={(!stacked && isEditableCell(lead, column.field)) || undefined}
          style={cellStyle(column)}
        >
          {editing === column.field.name ? (
            <CellEditor lead={lead} field={column.field} onClose={() => events.onEdit(lead.id, null)} />
          ) : at === 0 ? (
            <TitleCell
              lead={lead}
              column={column}
              columns={columns}
              href={href}
              label={label}
              onOpen={events.onOpen}
              under={stacked}
            />
          ) : (
            <CellContent lead={lead} column={column} label={label} />
          )}
        </td>
      ))}
    </tr>
  )
})
