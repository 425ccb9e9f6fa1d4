import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconUserCheck.mjs'
import IconCog from '@tabler/icons-react/dist/esm/icons/IconUserCog.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconUserMinus.mjs'
import IconOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import { type ComponentType, useRef } from 'react'
import type { Member } from '#contract/team.ts'
import type { User } from '#contract/user.ts'
import { useUser } from '#web/lib/session.ts'
import { memberName } from './team-labels.ts'
import classes from './team-page.module.css'

/** What can be asked for about one member. */
export type MemberAction = 'edit' | 'suspend' | 'reactivate' | 'remove'

interface Item {
  action: MemberAction
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  danger?: true
  /** Why it cannot be done. */
  refusal?: string | undefined
}

/** What one cannot do to oneself, and what only administrators can do to one another. */
function itemsOf(member: Member, viewer: Pick<User, 'role'>): Item[] {
  const above =
    member.role === 'admin' && viewer.role !== 'admin'
      ? 'Only an administrator can do this to an administrator'
      : undefined
  const own = (what: string) => (member.is_me ? `You cannot ${what} yourself` : above)
  return [
    { action: 'edit', label: 'Edit rights', icon: IconCog, refusal: above },
    member.state === 'active'
      ? { action: 'suspend', label: 'Suspend', icon: IconOff, refusal: own('suspend') }
      : { action: 'reactivate', label: 'Reactivate', icon: IconCheck, refusal: own('reactivate') },
    { action: 'remove', label: 'Remove', icon: IconMinus, danger: true, refusal: own('remove') },
  ]
}

interface MemberMenuProps {
  member: Member
  onAction: (action: MemberAction, member: Member) => void
}

/** Everything that can be done with one member. What is refused stays reachable and says why. */
export function MemberMenu({ member, onAction }: MemberMenuProps) {
  const viewer = useUser()
  const button = useRef<HTMLButtonElement>(null)
  const run = (action: MemberAction) => {
    // The dialog that opens gives the focus back to where it was, and the menu's item is gone by then.
    button.current?.focus()
    onAction(action, member)
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          aria-label={`Actions for ${memberName(member)}`}
        >
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {itemsOf(member, viewer).map(({ action, label, icon: Icon, danger, refusal }) => (
          <Tooltip key={action} label={refusal} disabled={!refusal} position="left">
            <Menu.Item
              leftSection={<Icon size={14} stroke={1.75} />}
              className={refusal ? classes.refused : undefined}
              aria-disabled={refusal ? true : undefined}
              closeMenuOnClick={!refusal}
              {...(danger && !refusal ? { c: 'var(--app-danger)' } : {})}
              onClick={() => !refusal && run(action)}
            >
              {label}
            </Menu.Item>
          </Tooltip>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
