import { Box, Button, Group, Title } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import {
  createExportTemplate,
  deleteExportTemplate,
  type ExportTemplate,
  exportTemplates,
} from '#contract/leads/export-templates.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { call } from '#web/lib/api.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { fileLabels } from './choice-labels.ts'
import { TemplateDialog } from './template-dialog.tsx'

const COLUMNS: readonly Column<ExportTemplate>[] = [
  { id: 'name', label: 'Template', card: 'title', cell: ({ name }) => name },
  { id: 'holds', label: 'File', wrap: '420px', cell: ({ choices }) => fileLabels(choices).join(' · ') },
  { id: 'who', label: 'Used by', cell: ({ is_shared }) => (is_shared ? 'Everyone on the team' : 'Only you') },
  { id: 'changed', label: 'Changed', cell: ({ updated_at }) => <When at={updated_at} /> },
]

async function remove({ id, name, is_shared, choices, ...rest }: ExportTemplate): Promise<void> {
  // Shown instead: a toast with Undo
  await call(deleteExportTemplate, { params: { id }, quiet: 'message' })
  const body = { type: rest.type as ListTypeId, name, is_shared, choices }
  showUndoToast(`Template “${name}” deleted`, () => void call(createExportTemplate, { body }).catch(() => {}))
}

/** Export templates of a list type: create, edit, share and delete. */
export function TemplatesSection({ type }: { type: ListTypeId }) {
  const found = useEndpoint(exportTemplates, { query: { type } })
  const { show, dialog } = useDialog()
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus aria-hidden />}
      onClick={() => show((state) => <TemplateDialog {...state} type={type} />)}
    >
      New template
    </Button>
  )
  const rows = found.data?.data
  return (
    <Box pb="md">
      <Group wrap="nowrap" gap="xs" pt="md" pb="xs" px="var(--app-gutter)" justify="space-between">
        <Title order={2} fz={15}>
          Templates
        </Title>
        {rows && rows.length > 0 && add}
      </Group>
      <DataTable
        label="Export templates"
        things="templates"
        found={{ ...found, rows }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(template) => {
          const refusal = template.can.edit ? undefined : 'Only its owner can change it'
          return (
            <RowMenu
              name={template.name}
              items={[
                {
                  label: 'Edit',
                  icon: IconPencil,
                  refusal,
                  run: () => show((state) => <TemplateDialog {...state} type={type} template={template} />),
                },
                {
                  label: 'Delete',
                  icon: IconTrash,
                  danger: true,
                  refusal,
                  run: () => void remove(template).catch(() => {}),
                },
              ]}
            />
          )
        }}
        empty={
          <EmptyState title="No templates yet" action={add}>
            Templates save your columns, headings, format and which emails to include.
          </EmptyState>
        }
      />
      {dialog}
    </Box>
  )
}
