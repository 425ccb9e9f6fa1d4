import IconForms from '@tabler/icons-react/dist/esm/icons/IconForms.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useNavigate } from '@tanstack/react-router'
import { changeForm, deleteForm, type Form, forms, restoreForm } from '#contract/prospecting/forms.ts'
import { call } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AnchorLink, ButtonLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { When } from '#web/ui/when.tsx'

/** Whether a form takes submissions, and why not. */
function formState({ active, list }: Pick<Form, 'active' | 'list'>): { state: string; label: string } {
  if (!list || list.is_deleted) return { state: 'error', label: 'Its list is in the trash' }
  return active ? { state: 'succeeded', label: 'On' } : { state: 'cancelled', label: 'Off' }
}

const COLUMNS: readonly Column<Form>[] = [
  {
    id: 'name',
    label: 'Form',
    card: 'title',
    cell: ({ id, name }) => (
      <AnchorLink to="/lead-search/forms/$id" params={{ id: String(id) }} inherit>
        {name}
      </AnchorLink>
    ),
  },
  { id: 'state', label: 'State', cell: (form) => <StateBadge {...formState(form)} /> },
  { id: 'list', label: 'List', cell: ({ list }) => list?.name ?? '–' },
  {
    id: 'submissions',
    label: 'Submissions',
    align: 'end',
    cell: ({ submissions }) => formatNumber(submissions),
  },
  {
    id: 'last',
    label: 'Last one',
    cell: ({ last_submission_at: at }) => (at ? <When at={at} /> : 'None yet'),
  },
]

async function remove({ id, name }: Form): Promise<void> {
  const params = { id }
  await call(deleteForm, { params })
  showUndoToast(`Form “${name}” deleted`, () => void call(restoreForm, { params }).catch(() => {}))
}

function useActions() {
  const navigate = useNavigate()
  const quietly = (work: Promise<unknown>) => void work.catch(() => {})
  return (form: Form): RowAction[] => {
    const params = { id: form.id }
    const at = { id: String(form.id) }
    return [
      {
        label: 'Edit',
        icon: IconPencil,
        run: () => void navigate({ to: '/lead-search/forms/$id', params: at }),
      },
      {
        label: 'Submissions',
        icon: IconList,
        run: () => void navigate({ to: '/lead-search/forms/$id/submissions', params: at }),
      },
      form.active
        ? {
            label: 'Turn off',
            icon: IconPause,
            run: () => quietly(call(changeForm, { params, body: { active: false } })),
          }
        : {
            label: 'Turn on',
            icon: IconPlay,
            run: () => quietly(call(changeForm, { params, body: { active: true } })),
          },
      { label: 'Delete', icon: IconTrash, danger: true, run: () => quietly(remove(form)) },
    ]
  }
}

const ADD = (
  <ButtonLink to="/lead-search/forms/new" leftSection={<IconPlus aria-hidden />}>
    New form
  </ButtonLink>
)

/** Forms for websites, whose submissions become leads. */
export function FormsPage() {
  const found = useEndpoint(forms)
  const rows = found.data?.data
  const listActions = useActions()
  return (
    <>
      <PageHeader
        title="Forms"
        subtitle="For your website: what visitors send becomes a lead"
        actions={rows && rows.length > 0 ? ADD : undefined}
      />
      <DataTable
        label="Forms"
        found={{ ...found, rows }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        isOff={({ active }) => !active}
        actions={(form) => <RowMenu name={form.name} items={listActions(form)} />}
        empty={
          <EmptyState icon={IconForms} title="No forms yet" action={ADD}>
            Put a form on your website with one line of code. Whoever sends it becomes a lead in a list of
            yours, with what they agreed to.
          </EmptyState>
        }
      />
    </>
  )
}
