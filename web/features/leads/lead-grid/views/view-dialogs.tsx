import { Checkbox, Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { changeLeadView, createLeadView, type LeadView } from '#contract/leads/views.ts'
import { showToast } from '#web/lib/toast.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { GridQuery } from '../../lead-data/grid-query.ts'
import { findLayout } from '../../lead-data/use-grid-columns.ts'
import { noteView, noteViews } from './use-views.ts'
import { savedPart } from './view-query.ts'

const MAX_NAME = 100

export interface ViewDialogProps {
  type: ListTypeId
  query: GridQuery
  /** The view to copy or rename. */
  view: LeadView | undefined
  action: 'save' | 'duplicate' | 'rename'
  opened: boolean
  onClose: () => void
  /** Opens the new view. */
  onSaved: (view: LeadView) => void
}

function SaveForm({ type, query, view, action, onClose, onSaved }: ViewDialogProps) {
  const form = useContractForm(createLeadView, {
    initial: {
      name: action === 'duplicate' && view ? `Copy of ${view.name}`.slice(0, MAX_NAME) : '',
      visibility: 'mine' as LeadView['visibility'],
      is_default: false,
    },
    body: (values) => ({ type, ...values, ...savedPart(query, findLayout(type).get().columns) }),
    // Shown instead: a toast that names the view
    quiet: true,
    onSuccess: ({ data }, { is_default }) => {
      noteView(type, data)
      if (is_default) noteViews(type, (saved) => ({ ...saved, default_view_id: data.id }))
      showToast({ kind: 'success', message: `“${data.name}” saved` })
      onSaved(data)
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Save view" onCancel={onClose}>
      <TextInput {...form.field('name')} label="Name" maxLength={MAX_NAME} data-autofocus />
      <Radio.Group
        label="Who can use it"
        value={form.values.visibility}
        onChange={(visibility) => form.set({ visibility: visibility as LeadView['visibility'] })}
      >
        <Stack gap={8} mt={6}>
          <Radio value="mine" label="Only you" />
          <Radio value="everyone" label="Everyone on the team" />
        </Stack>
      </Radio.Group>
      <Checkbox {...form.field('is_default', 'checkbox')} label="Open my lists with this view" />
    </ContractForm>
  )
}

function RenameForm({ type, view, onClose }: ViewDialogProps & { view: LeadView }) {
  const form = useContractForm(changeLeadView, {
    initial: { name: view.name },
    params: { id: view.id },
    onSuccess: ({ data }) => {
      noteView(type, data)
      onClose()
    },
  })
  return (
    <ContractForm form={form} submitLabel="Rename" onlyChanges onCancel={onClose}>
      <TextInput {...form.field('name')} label="Name" maxLength={MAX_NAME} data-autofocus />
    </ContractForm>
  )
}

const TITLES = { save: 'Save view', duplicate: 'Duplicate view', rename: 'Rename view' }

/** Asks for the name of a view, and for a new one its sharing. */
export function ViewDialog(props: ViewDialogProps) {
  const { action, view, onClose } = props
  // Opened only once loaded, so that it can return the focus to where it was.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  return (
    <Modal opened={opened} onClose={onClose} title={TITLES[action]} size={400}>
      {action === 'rename' && view ? <RenameForm {...props} view={view} /> : <SaveForm {...props} />}
    </Modal>
  )
}
