import { ActionIcon, Box, Drawer, Group } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { type KeyboardEvent, type ReactNode, useState } from 'react'

interface RecordDrawerProps {
  /** What one record is: "Mail". */
  title: string
  /** Key of the open record; null keeps the drawer closed. */
  id: number | null
  /** Keys of the page, for going on with the arrow keys. */
  ids: readonly number[]
  onOpen: (id: number | null) => void
  /** Draws the record. What scrolls or has tabs in it carries `data-own-keys`: arrow keys are its own there. */
  children: (id: number) => ReactNode
}

const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

/** A record of a list beside it; arrow keys (and j / k) go to its neighbours on the page. */
export function RecordDrawer({ title, id, ids, onOpen, children }: RecordDrawerProps) {
  const [last, setLast] = useState(id)
  // While the drawer slides away it still shows what it showed.
  if (id !== null && id !== last) setLast(id)
  const at = id === null ? -1 : ids.indexOf(id)
  const neighbour = (step: 1 | -1) => (at < 0 ? undefined : ids[at + step])
  const go = (step: 1 | -1) => {
    const next = neighbour(step)
    if (next !== undefined) onOpen(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    const ownKeys =
      event.target instanceof Element && event.target.closest('[data-own-keys], input, textarea')
    if (!step || event.ctrlKey || event.metaKey || event.altKey || ownKeys) return
    event.preventDefault()
    go(step)
  }
  const steps = [
    { label: `Previous ${title.toLowerCase()}`, icon: IconArrowUp, step: -1 },
    { label: `Next ${title.toLowerCase()}`, icon: IconArrowDown, step: 1 },
  ] as const
  return (
    <Drawer
      opened={id !== null}
      onClose={() => onOpen(null)}
      withCloseButton={false}
      padding={0}
      size={600}
      attributes={{ content: { 'aria-label': title } }}
      styles={{ content: { display: 'flex', flexDirection: 'column' }, body: { flex: 1, minHeight: 0 } }}
      onKeyDown={onKeyDown}
    >
      <Group
        component="header"
        pos="sticky"
        top={0}
        wrap="nowrap"
        gap={4}
        mih={48}
        p="6px 12px 6px 20px"
        bg="var(--app-body)"
        style={{ zIndex: 1, borderBottom: 'var(--app-line)' }}
      >
        <Box component="h2" flex={1}>
          {title}
        </Box>
        {steps.map(({ label, icon: Icon, step }) => (
          <ActionIcon
            key={label}
            variant="subtle"
            color="gray"
            aria-label={label}
            disabled={neighbour(step) === undefined}
            onClick={() => go(step)}
          >
            <Icon size={16} stroke={1.75} aria-hidden />
          </ActionIcon>
        ))}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Close"
          onClick={() => onOpen(null)}
          data-autofocus
        >
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
      {last !== null && children(last)}
    </Drawer>
  )
}
