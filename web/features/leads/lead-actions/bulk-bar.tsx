import { ActionIcon, Button } from '@mantine/core'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { formatNumber } from '#web/lib/format.ts'
import { actionsAt, groupedActions, type LeadAction } from '#web/lib/lead-actions.ts'
import type { ListRef } from '#web/lib/list-ref.ts'
import { NO_SELECTION, type Selection, selectedCount } from '../lead-data/selection.ts'
import { ActionGroup } from './action-items.tsx'
import classes from './bulk-bar.module.css'
import { ScopeMenu } from './scope-menu.tsx'
import { useFitting } from './use-fitting.ts'

interface BulkBarProps {
  target: ListRef
  selection: Selection
  onSelect: (next: Selection) => void
  /** Ids of the page. */
  ids: number[]
  total: number
  actions: readonly LeadAction[]
  onAction: (action: LeadAction) => void
  /** The active action. */
  busy: string | undefined
  /** A lead is open at the right edge: the bar avoids it. */
  beside: boolean
  /** Restores from the trash; absent elsewhere. */
  restore?: { run: () => void; busy: boolean } | undefined
}

/** Actions for the selected leads; appears with the first selection, Esc clears it. */
export function BulkBar(props: BulkBarProps) {
  const { target, selection, onSelect, total, onAction, busy, restore } = props
  const count = selectedCount(selection, total)
  const groups = groupedActions(actionsAt('bar', props.actions))
  const layout = `${groups.map(({ actions }) => actions[0]?.name).join()} ${props.beside} ${count}`
  const { ref, fitting } = useFitting<HTMLElement>(groups.length, layout)
  const rest = groups.slice(fitting).flatMap(({ actions }) => actions)
  return (
    <section
      ref={ref}
      className={classes.bar}
      data-beside={props.beside || undefined}
      aria-label="Selected leads"
    >
      <span className={classes.count} aria-live="polite">{`${formatNumber(count)} selected`}</span>
      <ScopeMenu onSelect={onSelect} ids={props.ids} total={total} />
      {groups.slice(0, fitting).map((group) => (
        <ActionGroup
          key={group.actions[0]?.name}
          {...group}
          target={target}
          onAction={onAction}
          busy={busy}
        />
      ))}
      {rest.length > 0 && (
        <ActionGroup group="More" isMenu actions={rest} target={target} onAction={onAction} busy={busy} />
      )}
      {restore && (
        <Button
          loading={restore.busy}
          leftSection={<IconRestore size={14} stroke={1.75} aria-hidden />}
          onClick={restore.run}
        >
          Restore
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Clear the selection"
        onClick={() => onSelect(NO_SELECTION)}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </section>
  )
}
