import { Button, Group, Text } from '@mantine/core'
import { type RefObject, useId } from 'react'
import type { DuplicateDecision } from '#contract/sources/corpus-duplicates.ts'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { When } from '#web/ui/when.tsx'
import {
  type ComparedField,
  comparedFields,
  type DuplicatePair,
  type PlaceOfDuplicate,
  reasonLabel,
  STATE_LABELS,
  STATE_LOOKS,
} from './duplicate-labels.ts'
import classes from './duplicates.module.css'
import { mayDecide } from './use-duplicates.ts'

interface PlaceDuplicateCardProps {
  pair: DuplicatePair
  isCurrent: boolean
  /** Set for the current card, which is focused when it is reached by key. */
  cardRef?: RefObject<HTMLElement | null>
  /** The decision being saved. */
  busy: DuplicateDecision | null
  onDecide: (decision: DuplicateDecision) => void
  onFocus: () => void
}

const DECISIONS = [
  { decision: 'confirm', label: 'Confirm' },
  { decision: 'cut', label: 'Separate' },
  { decision: 'undo', label: 'Undo' },
] as const

function Value({ text, differs }: { text: string | null; differs: boolean }) {
  if (text === null)
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  const shown = /^https?:\/\//.test(text) ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text.replace(/^https?:\/\/(www\.)?|\/$/g, '')}
    </a>
  ) : (
    text
  )
  return differs ? <mark>{shown}</mark> : shown
}

const SourceHead = ({ place, word }: { place: PlaceOfDuplicate; word: string }) => (
  <th scope="col">
    {place.source}
    <span>
      {word} · {place.licence}
    </span>
  </th>
)

const Line = ({ field: { label, other, place, differs } }: { field: ComparedField }) => (
  <tr data-differs={differs || undefined}>
    <th scope="row">
      {label}
      {differs && <span className={classes.differs}>differs</span>}
    </th>
    <td>
      <Value text={other} differs={differs} />
    </td>
    <td>
      <Value text={place} differs={differs} />
    </td>
  </tr>
)

/** Two records side by side, why they may be the same, and the decisions. */
export function PlaceDuplicateCard({
  pair,
  isCurrent,
  cardRef,
  busy,
  onDecide,
  onFocus,
}: PlaceDuplicateCardProps) {
  const id = useId()
  return (
    <article
      ref={cardRef}
      className={classes.card}
      aria-labelledby={id}
      data-current={isCurrent || undefined}
      tabIndex={-1}
      onFocus={onFocus}
    >
      <Group component="header" gap="6px 12px" py={10} px={{ base: 'sm', xs: 'md' }}>
        <h2 id={id}>{pair.other.name}</h2>
        <StateBadge state={STATE_LOOKS[pair.state]} label={STATE_LABELS[pair.state]} />
        {pair.decided_at && <When at={pair.decided_at} />}
        <ul className={classes.reasons} aria-label="Reasons">
          {reasonLabel(pair).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <Group wrap="nowrap" gap="xs" ms={{ xs: 'auto' }} w={{ base: '100%', xs: 'auto' }}>
          {DECISIONS.filter(({ decision }) => mayDecide(pair, decision)).map(({ decision, label }) => (
            <Button
              key={decision}
              size="compact-sm"
              variant="default"
              aria-describedby={id}
              loading={busy === decision}
              onClick={() => onDecide(decision)}
            >
              {label}
            </Button>
          ))}
        </Group>
      </Group>
      <table className={classes.compared}>
        <thead>
          <tr>
            <td />
            <SourceHead place={pair.other} word="Earlier" />
            <SourceHead place={pair.place} word="Later" />
          </tr>
        </thead>
        <tbody>
          {comparedFields(pair).map((field) => (
            <Line key={field.label} field={field} />
          ))}
        </tbody>
      </table>
    </article>
  )
}
