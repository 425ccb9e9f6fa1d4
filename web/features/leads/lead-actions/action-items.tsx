import { Button, type MantineBreakpoint, Menu } from '@mantine/core'
import IconChevronUp from '@tabler/icons-react/dist/esm/icons/IconChevronUp.mjs'
import type { LeadAction } from '#web/lib/lead-actions.ts'
import type { ListRef } from '#web/lib/list-ref.ts'
import { useMenuButton } from '#web/ui/use-menu-button.ts'
import { ButtonLink } from '../../../ui/links.tsx'
import { MenuLink } from '../../../ui/menu-link.tsx'
import classes from './action-items.module.css'

interface ActionProps {
  action: LeadAction
  target: ListRef
  onAction: (action: LeadAction) => void
  /** The active action. */
  busy?: string
  primary?: boolean
  /** The smallest screen that shows it. */
  visibleFrom?: MantineBreakpoint
}

function Price({ action, target }: Pick<ActionProps, 'action' | 'target'>) {
  return action.price && <span className={classes.price}>{action.price(target.type)}</span>
}

/** An action as a button, with its price. */
export function ActionButton({ action, target, onAction, busy, primary, ...widths }: ActionProps) {
  const { label, icon: Icon, danger } = action
  const looks = {
    ...widths,
    variant: danger ? 'light' : primary ? 'filled' : 'default',
    ...(danger ? { color: 'red' } : {}),
    leftSection: <Icon size={14} stroke={1.75} aria-hidden />,
    ...(action.price ? { rightSection: <Price action={action} target={target} /> } : {}),
  }
  return 'link' in action ? (
    <ButtonLink to={action.link(target)} {...looks}>
      {label}
    </ButtonLink>
  ) : (
    <Button loading={busy === action.name} onClick={() => onAction(action)} {...looks}>
      {label}
    </Button>
  )
}

/** An action as a menu item, with its price. */
export function ActionItem({ action, target, onAction, busy: _, primary: __, ...widths }: ActionProps) {
  const { label, icon: Icon, danger } = action
  const looks = {
    ...widths,
    ...(danger ? { color: 'red' } : {}),
    leftSection: <Icon size={14} stroke={1.75} aria-hidden />,
    rightSection: <Price action={action} target={target} />,
  }
  return 'link' in action ? (
    <MenuLink to={action.link(target)} {...looks}>
      {label}
    </MenuLink>
  ) : (
    <Menu.Item onClick={() => onAction(action)} {...looks}>
      {label}
    </Menu.Item>
  )
}

interface ActionGroupProps extends Omit<ActionProps, 'action'> {
  group?: string
  actions: LeadAction[]
  /** A single action is in a menu too. */
  isMenu?: true
}

/** Actions of a group: a single one is a button, several are a button with a menu. */
export function ActionGroup({ group, actions, isMenu, ...rest }: ActionGroupProps) {
  const { button, fromButton } = useMenuButton()
  const [only, ...others] = actions
  if (only && others.length === 0 && !isMenu) return <ActionButton action={only} {...rest} />
  return (
    <Menu position="top-start" width={270}>
      <Menu.Target>
        <Button ref={button} variant="default" rightSection={<IconChevronUp size={14} aria-hidden />}>
          {group}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <ActionItem
            key={action.name}
            action={action}
            {...rest}
            onAction={(requested) => fromButton(() => rest.onAction(requested))}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
