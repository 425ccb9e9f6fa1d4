import { Button, Group, NumberInput, Popover, Stack } from '@mantine/core'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import { type FormEvent, useState } from 'react'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { NO_SELECTION, type Selection, togglePage } from '../lead-data/selection.ts'

interface ScopeMenuProps {
  onSelect: (next: Selection) => void
  /** Ids of the page. */
  ids: number[]
  total: number
}

function FirstN({ total, onPick }: { total: number; onPick: (first: number) => void }) {
  const [first, setFirst] = useState<number | string>(Math.min(100, total))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typeof first === 'number' && first >= 1) onPick(Math.floor(first))
  }
  return (
    <Group component="form" wrap="nowrap" gap={6} align="stretch" pt={4} onSubmit={submit}>
      <NumberInput
        size="xs"
        flex={1}
        aria-label="Number of leads"
        prefix="First "
        min={1}
        max={total}
        value={first}
        onChange={setFirst}
      />
      <Button type="submit" variant="default">
        Select
      </Button>
    </Group>
  )
}

const SCOPE = { variant: 'subtle', color: 'gray', justify: 'flex-start', fullWidth: true } as const

/** Selects this page, everything, or the first N. */
export function ScopeMenu({ onSelect, ids, total }: ScopeMenuProps) {
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
          <Button {...SCOPE} onClick={() => pick(togglePage(NO_SELECTION, ids))}>
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
