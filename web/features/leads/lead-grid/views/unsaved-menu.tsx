import { ActionIcon, Button, Menu } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconReset from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import type { LeadView } from '#contract/leads/views.ts'

interface UnsavedMenuProps {
  /** The view to save the changes to. */
  view: LeadView | undefined
  saving: boolean
  onSave: (view: LeadView) => void
  onSaveNew: () => void
  onReset: () => void
}

/** Actions for unsaved changes. */
export function UnsavedMenu({ view, saving, onSave, onSaveNew, onReset }: UnsavedMenuProps) {
  return (
    <Button.Group aria-label="Unsaved changes">
      <Button variant="light" loading={saving} onClick={() => (view ? onSave(view) : onSaveNew())}>
        {view ? 'Save' : 'Save view'}
      </Button>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon variant="light" size={30} aria-label="More options for unsaved changes">
            <IconChevronDown size={14} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {view && (
            <Menu.Item leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />} onClick={onSaveNew}>
              Save as new view
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconReset size={14} stroke={1.75} aria-hidden />} onClick={onReset}>
            Reset changes
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
