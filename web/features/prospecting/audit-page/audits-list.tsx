import { Anchor, Button, Select, TextInput } from '@mantine/core'
import IconReportSearch from '@tabler/icons-react/dist/esm/icons/IconReportSearch.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import {
  AUDIT_LANGUAGE_LABELS,
  AUDIT_LANGUAGES,
  type Audit,
  type AuditLanguage,
  audits,
  createAudit,
  deleteAudit,
} from '#contract/prospecting/audits.ts'
import { call } from '#web/lib/api.ts'
import { formatExact } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'

const grade = ({ state, grade: found, problems, checked }: Audit): string => {
  if (state === 'reading') return 'Being read'
  return found === null ? 'Not readable' : `${found} · ${problems} of ${checked} to improve`
}

const COLUMNS: readonly Column<Audit>[] = [
  {
    id: 'website',
    label: 'Website',
    card: 'title',
    cell: ({ website, url }) =>
      url === null ? (
        website
      ) : (
        <Anchor href={url} target="_blank" rel="noopener" fz="inherit">
          {website}
        </Anchor>
      ),
  },
  { id: 'grade', label: 'Grade', cell: grade },
  { id: 'from', label: 'Asked by', cell: ({ from }) => (from === 'visitor' ? 'Visitor' : 'Member') },
  { id: 'when', label: 'Checked', cell: ({ created_at }) => formatExact(created_at) },
]

const AuditDialog = formDialog('Check a website', 420, ({ onClose }: { onClose: () => void }) => {
  const form = useContractForm(createAudit, {
    initial: { website: '', language: 'en' as AuditLanguage },
    onSuccess: onClose,
  })
  return (
    <ContractForm form={form} submitLabel="Check" onCancel={onClose}>
      <TextInput
        {...form.field('website')}
        label="Website"
        placeholder="example.com"
        description="You get a report to share. It makes no lead"
        maxLength={500}
      />
      <Select
        label="Language of the report"
        allowDeselect={false}
        data={AUDIT_LANGUAGES.map((value) => ({ value, label: AUDIT_LANGUAGE_LABELS[value] }))}
        value={form.values.language}
        onChange={(value) => value && form.set({ language: value as AuditLanguage })}
      />
    </ContractForm>
  )
})

interface AuditsQuery {
  page: number
  limit: number
  search: string
}

/** Audits that visitors and members asked for. */
export function AuditsList({
  query,
  change,
}: {
  query: AuditsQuery
  change: (part: Partial<AuditsQuery>) => void
}) {
  const found = usePagedQuery(audits, { query })
  const { show, confirm, dialog } = useDialog()
  const remove = ({ id, website }: Audit) =>
    confirm({
      title: `Delete the report on ${website}?`,
      children: 'Its address stops working. The lead stays.',
      confirmLabel: 'Delete',
      danger: true,
      onConfirm: () => call(deleteAudit, { params: { id }, quiet: 'errors' }),
    })
  return (
    <>
      <ListSection
        label="Audits"
        heading="Audits"
        searchLabel="Search websites"
        list={{ found, query, change }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        toolbar={
          <Button variant="default" onClick={() => show((state) => <AuditDialog {...state} />)}>
            Check a website
          </Button>
        }
        actions={(audit) => (
          <RowMenu
            name={audit.website}
            items={[{ label: 'Delete', icon: IconTrash, danger: true, run: () => remove(audit) }]}
          />
        )}
        empty={
          <EmptyState icon={IconReportSearch} title="No audits yet">
            When a visitor has a website checked, the report appears here.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
