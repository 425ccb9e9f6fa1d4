import { ActionIcon, Button, NumberInput, Popover, Stack } from '@mantine/core'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type FormEvent, useState } from 'react'
import type { EnrichAction } from '#contract/enrichment.ts'
import type { ActionName } from '#contract/list-types/define.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { enrichActions } from './built-actions.ts'
import classes from './bulk-bar.module.css'
import { EnrichButton } from './enrich-items.tsx'
import { NOTHING, type Selection, selectedCount, togglePage } from './selection.ts'

interface BulkBarProps {
  selection: Selection
  onSelect: (next: Selection) => void
  /** Ids of the page. */
  ids: number[]
  total: number
  actions: readonly ActionName[]
  view: 'active' | 'bin'
  busy: boolean
  /** A lead is open at the right edge: the bar keeps clear of it. */
  beside: boolean
  onExport: () => void
  onEnrich: (action: EnrichAction) => void
  onDelete: () => void
  onRestore: () => void
}

function FirstN({ total, onPick }: { total: number; onPick: (first: number) => void }) {
  const [first, setFirst] = useState<number | string>(Math.min(100, total))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeof first === 'number' && first >= 1) onPick(Math.floor(first))
  }
  return (
    <form className={classes.first} onSubmit={submit}>
      <NumberInput
        size="xs"
        aria-label="How many of the first"
        prefix="First "
        min={1}
        max={total}
        allowDecimal={false}
        value={first}
        onChange={setFirst}
      />
      <Button type="submit" variant="default">
        Select
      </Button>
    </form>
  )
}

const SCOPE = { variant: 'subtle', color: 'gray', justify: 'flex-start', fullWidth: true } as const

/** This page, everything, or the first N of it. */
function ScopeMenu({ onSelect, ids, total }: Pick<BulkBarProps, 'onSelect' | 'ids' | 'total'>) {
  const [open, setOpen] = useState(false)
  const pick = (selection: Selection) => {
    onSelect(selection)
    setOpen(false)
  }
  return (
    <Popover opened={open} onChange={setOpen} position="top-start" width={240} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconChevronUp size={14} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          Select
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label="What to select">
        <Stack gap={4}>
          <Button {...SCOPE} onClick={() => pick(togglePage(NOTHING, ids))}>
            {`This page (${formatNumber(ids.length)})`}
          </Button>
          <Button {...SCOPE} onClick={() => pick({ kind: 'query' })}>
            {`All ${formatCount(total, 'result')}`}
          </Button>
          <FirstN
            total={total}
            onPick={(first) => pick(first >= total ? { kind: 'query' } : { kind: 'query', first })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** What can be done with the selected leads; appears with the first check, Esc puts it away. */
export function BulkBar(props: BulkBarProps) {
  const { selection, onSelect, total, actions, view, busy } = props
  const count = selectedCount(selection, total)
  const binned = view === 'bin'
  return (
    <section className={classes.bar} data-beside={props.beside || undefined} aria-label="Selected leads">
      <span className={classes.count} aria-live="polite">{`${formatNumber(count)} selected`}</span>
      <ScopeMenu onSelect={onSelect} ids={props.ids} total={total} />
      {!binned && <EnrichButton actions={enrichActions(actions)} onPick={props.onEnrich} />}
      {actions.includes('csv') && (
        <Button
          variant="default"
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
          onClick={props.onExport}
        >
          Export
        </Button>
      )}
      {actions.includes('delete') && !binned && (
        <Button
          variant="light"
          color="red"
          loading={busy}
          leftSection={<IconTrash size={14} stroke={1.75} aria-hidden />}
          onClick={props.onDelete}
        >
          Delete
        </Button>
      )}
      {binned && selection.kind === 'ids' && (
        <Button
          loading={busy}
          leftSection={<IconRestore size={14} stroke={1.75} aria-hidden />}
          onClick={props.onRestore}
        >
          Restore
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Clear the selection"
        onClick={() => onSelect(NOTHING)}
      >
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </section>
  )
}
