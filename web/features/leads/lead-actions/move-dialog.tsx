import { Button, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { MESSAGES } from '#contract/core/messages.ts'
import { moveLeads } from '#contract/leads/lead-edits.ts'
import { lists } from '#contract/leads/lists.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { nothingFound } from '#web/ui/nothing-found.ts'
import { Notice } from '#web/ui/notice.tsx'
import { offerUndo } from '../lead-data/undo-change.ts'
import type { ListTarget } from '../lead-data/use-leads.ts'

/** Number of lists offered; others are found by name. */
const OFFERED = 100

/** Other lists of the type whose name matches. */
function useOtherLists(target: ListTarget, typed: string) {
  const search = typed.trim()
  const found = useEndpoint(lists, {
    query: { type: target.type, limit: OFFERED, sort: '-updated_at', ...(search && { search }) } as never,
  })
  const others = found.data?.data.filter(({ id }) => id !== target.id) ?? []
  return {
    ...found,
    options: others.map(({ id, name, total }) => ({
      value: String(id),
      label: `${name} (${formatCount(total, 'lead')})`,
    })),
  }
}

function MoveForm({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const { target, selection, count } = leadRequest
  const [copy, setCopy] = useState<'move' | 'copy'>('move')
  const [place, setPlace] = useState<'new' | 'known'>('new')
  const [listId, setListId] = useState<string | null>(null)
  const [picked, setPicked] = useState('')
  const [name, setName] = useState('')
  const otherLists = useOtherLists(target, '')
  const missing = place === 'new' ? name.trim() === '' : listId === null
  const [requested, setRequested] = useState(false)
  const problem = requested && missing ? MESSAGES.required : undefined
  const move = useMutation({
    mutationFn: () =>
      call(moveLeads, {
        params: target,
        body: {
          selection,
          copy: copy === 'copy',
          to: place === 'new' ? { new_list: name.trim() } : { list_id: Number(listId) },
        },
        // Shown instead: a toast with Undo
        quiet: true,
      }),
    onSuccess: (reply) => {
      offerUndo(target, reply)
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRequested(true)
    if (!move.isPending && !missing) move.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Radio.Group
          label={formatCount(count, 'lead')}
          value={copy}
          onChange={(value) => setCopy(value as typeof copy)}
        >
          <Stack gap={8} mt={6}>
            <Radio
              value="move"
              label="Move"
              description="Removes them from this list. Notes and labels move too."
            />
            <Radio value="copy" label="Copy" description="Keeps them in this list too. Free." />
          </Stack>
        </Radio.Group>
        <Radio.Group label="To" value={place} onChange={(value) => setPlace(value as typeof place)}>
          <Stack gap={8} mt={6}>
            <Radio value="new" label="A new list" />
            <Radio value="known" label="An existing list" />
          </Stack>
        </Radio.Group>
        {place === 'new' ? (
          <TextInput
            label="Name of the new list"
            value={name}
            maxLength={150}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
        ) : (
          <Select
            label="List"
            data={otherLists.options}
            value={listId}
            onChange={setListId}
            searchable
            searchValue={picked}
            onSearchChange={setPicked}
            nothingFoundMessage={nothingFound(otherLists, 'The lists', 'No other list of this type')}
            error={problem ?? (otherLists.isError ? errorMessage(otherLists.error) : undefined)}
            comboboxProps={{ withinPortal: true }}
          />
        )}
        {problem && <Notice tone="danger">{MESSAGES.fillAll}</Notice>}
        {move.isError && <Notice tone="danger">{errorMessage(move.error)}</Notice>}
      </Stack>
      <DialogButtons onCancel={onClose}>
        <Button type="submit" loading={move.isPending}>
          {copy === 'copy' ? 'Copy leads' : 'Move leads'}
        </Button>
      </DialogButtons>
    </form>
  )
}

/** Moves or copies leads to another list of the type, or to a new one. */
export const MoveDialog = formDialog('Move or copy', 440, MoveForm)
