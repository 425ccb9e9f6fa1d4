import { lazy, Suspense, useState } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import type { LeadView } from '#contract/leads/views.ts'
import { useMenuButton } from '#web/ui/use-menu-button.ts'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { UnsavedMenu } from './unsaved-menu.tsx'
import { useViewActions } from './use-view-actions.ts'
import { currentView, useViews } from './use-views.ts'
import type { ViewDialogProps } from './view-dialogs.tsx'
import { ViewMenu } from './view-menu.tsx'
import classes from './view-switcher.module.css'

const ViewDialog = lazy(() => import('./view-dialogs.tsx').then((module) => ({ default: module.ViewDialog })))

interface ViewSwitcherProps {
  type: ListTypeId
  query: GridQuery
  onChange: (next: GridQuery) => void
}

type Asked = Pick<ViewDialogProps, 'what' | 'view' | 'opened'>

/** The view on screen: another one, what can be done with it, and what to do with changes of it. */
export function ViewSwitcher({ type, query, onChange }: ViewSwitcherProps) {
  const views = useViews(type)
  const known = views.data
  const current = currentView(type, query, known)
  const { view } = current
  const actions = useViewActions({ type, query, onChange, known })
  const [asked, setAsked] = useState<Asked | null>(null)
  const { button, fromButton } = useMenuButton()
  const ask = (what: Asked['what']) => fromButton(() => setAsked({ what, view, opened: true }))
  const saved = ({ id }: LeadView) => onChange({ ...query, viewId: id })
  return (
    <div className={classes.views}>
      <ViewMenu
        button={button}
        current={current}
        known={known}
        failed={views.isError}
        onRetry={() => void views.refetch()}
        actions={actions}
        onAsk={ask}
      />
      {current.changed && (
        <UnsavedMenu
          view={view?.can.edit ? view : undefined}
          saving={actions.saving}
          onSave={actions.save}
          onSaveNew={() => ask('save')}
          onReset={() => actions.open(view)}
        />
      )}
      {asked && (
        <Suspense>
          <ViewDialog
            {...asked}
            type={type}
            query={query}
            onClose={() => setAsked({ ...asked, opened: false })}
            onSaved={saved}
          />
        </Suspense>
      )}
    </div>
  )
}
