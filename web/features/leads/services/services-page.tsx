import { Button, Group } from '@mantine/core'
import IconBriefcase from '@tabler/icons-react/dist/esm/icons/IconBriefcase.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import {
  deleteService,
  restoreService,
  SERVICE_TEMPLATES,
  type Service,
  services,
  setServices,
} from '#contract/leads/services.ts'
import { call } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { reasonLabel } from './reason-labels.ts'
import { ServiceDialog } from './service-form.tsx'

const formatReasons = ({ signals }: Service): string =>
  signals.map((reason) => reasonLabel(reason).label).join(', ')

const COLUMNS: readonly Column<Service>[] = [
  { id: 'name', label: 'Service', card: 'title', cell: ({ name }) => name },
  { id: 'reasons', label: 'Reasons to call', wrap: '420px', cell: formatReasons },
  {
    id: 'template',
    label: 'Template',
    cell: ({ template }) => (template ? SERVICE_TEMPLATES[template].label : '–'),
  },
]

async function remove({ id, name }: Service): Promise<void> {
  const params = { id }
  await call(deleteService, { params })
  showUndoToast(`Service “${name}” deleted`, () => void call(restoreService, { params }).catch(() => {}))
}

/** Whose services these are, and how to get own ones. */
function SellersServices({ seller, rows }: { seller: string; rows: readonly Service[] }) {
  const copy = useMutation({
    mutationFn: () =>
      call(setServices, { body: { services: rows.map(({ id: _id, ...service }) => service) } }),
  })
  return (
    <Notice tone="success" title={`These services are preset by ${seller}`}>
      <Group gap="xs">
        Services of your own replace all of them.
        <Button variant="default" size="compact-sm" loading={copy.isPending} onClick={() => copy.mutate()}>
          Use them as my own
        </Button>
      </Group>
    </Notice>
  )
}

/** Services that the account sells: what makes a prospect for each. */
export function ServicesPage() {
  const found = useEndpoint(services)
  const sells = useCan('sell')
  const { show, dialog } = useDialog()
  const { data: rows, is_own: isOwn = true, seller } = found.data ?? {}
  const add = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      onClick={() => show((state) => <ServiceDialog {...state} />)}
    >
      New service
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Services"
        subtitle={
          sells
            ? 'What you sell, and what makes a prospect. Your customers have these until they add their own'
            : 'What you sell, and what makes a prospect'
        }
        actions={rows && rows.length > 0 ? add : undefined}
      />
      {seller && rows && <SellersServices seller={seller} rows={rows} />}
      <DataTable
        label="Services"
        things="Services"
        found={{ ...found, rows }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(service) =>
          isOwn && (
            <RowMenu
              name={service.name}
              items={[
                {
                  label: 'Edit',
                  icon: IconPencil,
                  run: () => show((state) => <ServiceDialog {...state} service={service} />),
                },
                {
                  label: 'Delete',
                  icon: IconTrash,
                  danger: true,
                  run: () => void remove(service).catch(() => {}),
                },
              ]}
            />
          )
        }
        empty={
          <EmptyState icon={IconBriefcase} title="No services yet" action={add}>
            Say what you sell, such as web design or online booking. Lists of local businesses then show why
            each may need it, and begin with those that need it most.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
