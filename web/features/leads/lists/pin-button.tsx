import { ActionIcon } from '@mantine/core'
import IconPin from '@tabler/icons-react/dist/esm/icons/IconPin.mjs'
import IconPinned from '@tabler/icons-react/dist/esm/icons/IconPinFilled.mjs'
import type { List } from '#contract/leads/lists.ts'
import classes from './saved-lists-page.module.css'

interface PinButtonProps {
  list: List
  onPin: (pinned: boolean) => void
}

/** Keeps a list at the top for oneself. */
export function PinButton({ list, onPin }: PinButtonProps) {
  const { is_pinned: pinned, name } = list
  const Icon = pinned ? IconPinned : IconPin
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      className={classes.pin}
      aria-label={`Pin ${name}`}
      aria-pressed={pinned}
      title={pinned ? 'Unpin' : 'Pin to the top'}
      onClick={() => onPin(!pinned)}
    >
      <Icon size={14} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
