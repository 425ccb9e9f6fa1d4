import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import type { ComponentType } from 'react'
import { useMenuButton } from './use-menu-button.ts'

/** One thing that can be done with a record. */
export interface RowAction {
  label: string
  icon: ComponentType<{ size?: number; stroke?: number }>
  run: () => void
  /** Cannot simply be taken back. */
  danger?: true
  /** Why it cannot be done; it stays reachable and says so. */
  refusal?: string | undefined
}

/** Everything that can be done with one record: `name` says which. */
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
