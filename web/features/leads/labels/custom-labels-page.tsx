import { Button, NativeSelect, Text } from '@mantine/core'
import IconMerge from '@tabler/icons-react/dist/esm/icons/IconArrowMerge.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import {
  deleteLabel,
  type Label,
  mergeLabels,
  restoreLabel,
  runLabelRule,
  tryLabelRule,
} from '#contract/leads/labels.ts'
import { canonicalListType, LIST_TYPES } from '#contract/leads/list-types/index.ts'
import { call } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type RowAction, RowMenu } from '#web/ui/row-menu.tsx'
import { showUndoToast } from '#web/ui/undo-toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { LabelChip } from './label-chip.tsx'
import { LabelDialog } from './label-form.tsx'
import { useLabels } from './use-labels.ts'

interface MergeProps {
  label: Label
  others: readonly Label[]
}

function MergeForm({ label, others, onClose }: MergeProps & { onClose: () => void }) {
  const form = useContractForm(mergeLabels, {
    initial: { into: String(others[0]?.id ?? '') },
    params: { id: label.id },
    body: ({ into }) => ({ into: Number(into) }),
    // Shown instead: a toast with Undo, or one that names both labels
    quiet: true,
    onSuccess: ({ data }) => {
      showUndoToast(
        `“${label.name}” merged into “${data.name}”`,
        () => void call(restoreLabel, { params: { id: label.id } }).catch(() => {}),
      )
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Merge" onCancel={onClose}>
      <NativeSelect
        {...form.field('into')}
        label="Into"
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Text c="dimmed">
        {formatCount(label.leads, 'lead')} get this label instead. “{label.name}” is deleted.
      </Text>
    </ContractForm>
  )
}

/** Merges a label into another one. */
const MergeDialog = formDialog(({ label }) => `Merge “${label.name}”`, 420, MergeForm)

const ruleLabel = ({ rule }: Label): string =>
  rule ? LIST_TYPES[canonicalListType(rule.type)].label : 'Manual'

const COLUMNS: readonly Column<Label>[] = [
  {
    id: 'name',
    label: 'Label',
    card: 'title',
    cell: ({ name, color }) => <LabelChip name={name} color={color} />,
  },
  { id: 'leads', label: 'Leads', align: 'end', cell: ({ leads }) => formatNumber(leads) },
  { id: 'lists', label: 'Lists', align: 'end', cell: ({ lists }) => formatNumber(lists) },
  { id: 'rule', label: 'Rule', cell: ruleLabel },
  {
    id: 'ran',
    label: 'Rule last run',
    cell: ({ rule, rule_ran_at: at }) => (at ? <When at={at} /> : rule ? 'Never' : '–'),
  },
  { id: 'created', label: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
]

async function remove(label: Label): Promise<void> {
  const params = { id: label.id }
  await call(deleteLabel, { params, quiet: true })
  showUndoToast(`Label “${label.name}” deleted`, () => void call(restoreLabel, { params }).catch(() => {}))
}

/** Previews running a rule, then runs it. */
async function confirmAndRun(label: Label, confirm: (summary: string) => void): Promise<void> {
  const { data } = await call(tryLabelRule, { params: { id: label.id }, body: {}, read: true })
  const summary = `Adds the label to ${formatCount(data.adds, 'lead')} and removes it from ${formatCount(data.removes, 'lead')}, in ${formatCount(data.lists, 'list')}. You can undo it in each list’s history.`
  confirm(data.lists === 0 ? 'Nothing to change. Every matching lead already has it.' : summary)
}

/** Labels of the account: usage, rules and actions. */
export function CustomLabelsPage() {
  const found = useLabels()
  const { show, confirm, dialog } = useDialog()
  const rows = found.rows
  const add = (
    <Button
      leftSection={<IconPlus aria-hidden />}
      onClick={() => show((state) => <LabelDialog {...state} />)}
    >
      New label
    </Button>
  )
  const confirmRemoval = (label: Label) =>
    confirm({
      title: `Delete “${label.name}”?`,
      confirmLabel: 'Delete',
      danger: true,
      onConfirm: () => remove(label),
      children:
        label.leads > 0
          ? `It’s removed from ${formatCount(label.leads, 'lead')} in ${formatCount(label.lists, 'list')}.`
          : 'No leads have it.',
    })
  const confirmRun = (label: Label) =>
    void confirmAndRun(label, (summary) =>
      confirm({
        title: `Run the rule of “${label.name}”?`,
        confirmLabel: 'Run',
        onConfirm: () => call(runLabelRule, { params: { id: label.id }, quiet: 'errors' }),
        children: summary,
      }),
    ).catch(() => {})
  const listActions = (label: Label): RowAction[] => {
    const others = (rows ?? []).filter(({ id }) => id !== label.id)
    return [
      ...(label.rule ? [{ label: 'Run the rule', icon: IconPlay, run: () => confirmRun(label) }] : []),
      {
        label: 'Edit',
        icon: IconPencil,
        run: () => show((state) => <LabelDialog {...state} label={label} />),
      },
      {
        label: 'Merge',
        icon: IconMerge,
        refusal: others.length === 0 ? 'There’s no other label to merge it with' : undefined,
        run: () => show((state) => <MergeDialog {...state} label={label} others={others} />),
      },
      { label: 'Delete', icon: IconTrash, danger: true, run: () => confirmRemoval(label) },
    ]
  }
  return (
    <>
      <PageHeader
        title="Custom Labels"
        subtitle="Label leads manually or with rules"
        actions={rows && rows.length > 0 ? add : undefined}
      />
      <DataTable
        label="Labels"
        things="Labels"
        found={found}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        actions={(label) => <RowMenu name={label.name} items={listActions(label)} />}
        empty={
          <EmptyState icon={IconTag} title="No labels yet" action={add}>
            Give leads labels such as “Call first” or “No website”, then filter and export by them. A rule
            labels every lead that matches.
          </EmptyState>
        }
      />
      {dialog}
    </>
  )
}
