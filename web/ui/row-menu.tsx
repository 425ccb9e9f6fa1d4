import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import type { ComponentType } from 'react'
import { useMenuButton } from './use-menu-button.ts'

/** An action on a record. */
export interface RowAction {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  run: () => void
  /** Shown in red, for actions that are hard to undo. */
  danger?: true
  /** Why it is disabled; it stays focusable and shows the reason. */
  refusal?: string
}

/** The menu of a record's actions; `name` is the record's. */
export function RowMenu({ name, items }: { name: string; items: readonly RowAction[] }) {
  const { button, fromButton } = useMenuButton()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Icon, run, danger, refusal }) => (
          <Tooltip key={label} label={refusal} disabled={!refusal} position="left">
            <Menu.Item
              leftSection={<Icon size={14} stroke={1.75} />}
              aria-disabled={refusal ? true : undefined}
              closeMenuOnClick={!refusal}
              {...(refusal ? { c: 'var(--app-dimmed)' } : danger ? { c: 'var(--app-danger)' } : {})}
              onClick={() => !refusal && fromButton(run)}
            >
              {label}
            </Menu.Item>
          </Tooltip>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
