import { ActionIcon, Button } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import type { List } from '#contract/lists.ts'
import { formatCount } from '#web/lib/format.ts'
import type { ListView } from './lists-query.ts'
import classes from './saved-lists-page.module.css'
import type { ListActions } from './use-list-actions.ts'

interface ListsBulkBarProps {
  chosen: readonly List[]
  view: ListView
  actions: ListActions
  onDelete: () => void
  onClear: () => void
}

/** What can be done with several lists at once. */
export function ListsBulkBar({ chosen, view, actions, onDelete, onClear }: ListsBulkBarProps) {
  const done = { onSuccess: onClear }
  return (
    <section className={classes.bulk} aria-label="Selected lists">
      <span
        className={classes.count}
        aria-live="polite"
      >{`${formatCount(chosen.length, 'list')} selected`}</span>
      {view === 'bin' ? (
        <Button loading={actions.restore.isPending} onClick={() => actions.restore.mutate(chosen, done)}>
          Restore
        </Button>
      ) : (
        <>
          <Button
            variant="default"
            loading={actions.archive.isPending}
            onClick={() => actions.archive.mutate({ chosen, archived: view === 'active' }, done)}
          >
            {view === 'active' ? 'Archive' : 'Bring back'}
          </Button>
          <Button variant="light" color="red" onClick={onDelete}>
            Delete
          </Button>
        </>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label="Clear the selection" onClick={onClear}>
        <IconX size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </section>
  )
}
