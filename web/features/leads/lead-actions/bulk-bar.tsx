import { Button } from '@mantine/core'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { actionsAt, groupedActions, type LeadAction } from '#web/lib/lead-actions.ts'
import type { ListRef } from '#web/lib/list-ref.ts'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { NO_SELECTION, type Selection, selectedCount } from '../lead-data/selection.ts'
import { ActionGroup } from './action-items.tsx'
import classes from './bulk-bar.module.css'
import { ScopeMenu } from './scope-menu.tsx'

/**
 * How many of `count` items fit on one line of a box; the rest goes into a menu at its end. Measured before paint,
 * and again when the space or the items change (`key` identifies them).
 */
function useFitting<E extends HTMLElement>(
  count: number,
  key: string,
): { ref: RefObject<E | null>; fitting: number } {
  const ref = useRef<E>(null)
  const [state, setState] = useState({ fitting: count, key })
  // Different items: measure all of them again.
  const fitting = state.key === key ? state.fitting : count
  useLayoutEffect(() => {
    const box = ref.current
    if (box && fitting > 0 && box.scrollWidth > box.clientWidth) setState({ fitting: fitting - 1, key })
  }, [fitting, key])
  useLayoutEffect(() => {
    const room = ref.current?.parentElement
    if (!room) return
    let width = room.clientWidth
    const watch = new ResizeObserver(() => {
      if (room.clientWidth === width) return
      width = room.clientWidth
      setState({ fitting: count, key })
    })
    watch.observe(room)
    return () => watch.disconnect()
  }, [count, key])
  return { ref, fitting }
}

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
  restore?: { run: () => void; busy: boolean }
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
    <SelectionBar
      ref={ref}
      className={classes.bar}
      data-beside={props.beside || undefined}
      label="Selected leads"
      summary={`${formatNumber(count)} selected`}
      onClear={() => onSelect(NO_SELECTION)}
    >
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
        <Button loading={restore.busy} leftSection={<IconRestore aria-hidden />} onClick={restore.run}>
          Restore
        </Button>
      )}
    </SelectionBar>
  )
}
