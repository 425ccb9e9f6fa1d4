import { ActionIcon, Button, Menu } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconReset from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs'
import { Suspense, useState } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LeadView } from '#contract/leads/views.ts'
import { useMenuButton } from '#web/ui/use-menu-button.ts'
import { loadLater } from '../../../../ui/load-later.tsx'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { useViewActions } from './use-view-actions.ts'
import { currentView, useViews } from './use-views.ts'
import type { ViewDialogProps } from './view-dialogs.tsx'
import { ViewMenu } from './view-menu.tsx'
import classes from './view-switcher.module.css'

interface UnsavedMenuProps {
  /** The view to save the changes to. */
  view: LeadView | undefined
  saving: boolean
  onSave: (view: LeadView) => void
  onSaveNew: () => void
  onReset: () => void
}

/** Actions for unsaved changes. */
function UnsavedMenu({ view, saving, onSave, onSaveNew, onReset }: UnsavedMenuProps) {
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

const ViewDialog = loadLater(async () => (await import('./view-dialogs.tsx')).ViewDialog)

interface ViewSwitcherProps {
  type: ListTypeId
  query: GridQuery
  onChange: (next: GridQuery) => void
}

type Requested = Pick<ViewDialogProps, 'action' | 'view' | 'opened'>

/** The current view: switching, actions, and unsaved changes. */
export function ViewSwitcher({ type, query, onChange }: ViewSwitcherProps) {
  const views = useViews(type)
  const stored = views.data
  const current = currentView(type, query, stored)
  const { view } = current
  const actions = useViewActions({ type, query, onChange, stored })
  const [requested, setRequested] = useState<Requested | null>(null)
  const { button, fromButton } = useMenuButton()
  const request = (action: Requested['action']) =>
    fromButton(() => setRequested({ action, view, opened: true }))
  const saved = ({ id }: LeadView) => onChange({ ...query, viewId: id })
  return (
    <div className={classes.views}>
      <ViewMenu
        button={button}
        current={current}
        stored={stored}
        failed={views.isError}
        onRetry={() => void views.refetch()}
        actions={actions}
        onAction={request}
      />
      {current.changed && (
        <UnsavedMenu
          view={view?.can.edit ? view : undefined}
          saving={actions.saving}
          onSave={actions.save}
          onSaveNew={() => request('save')}
          onReset={() => actions.open(view)}
        />
      )}
      {requested && (
        <Suspense>
          <ViewDialog
            {...requested}
            type={type}
            query={query}
            onClose={() => setRequested({ ...requested, opened: false })}
            onSaved={saved}
          />
        </Suspense>
      )}
    </div>
  )
}
