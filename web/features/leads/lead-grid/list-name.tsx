import { ActionIcon, Group, TextInput } from '@mantine/core'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { type List, renameList, showList } from '#contract/leads/lists.ts'
import { call } from '#web/lib/api.ts'
import { makeKey } from '#web/lib/query-client.ts'

/** The list's name, editable in place: Enter saves, Esc or leaving without a change cancels. */
export function ListName({ list }: { list: List }) {
  const [draft, setDraft] = useState<string | null>(null)
  const client = useQueryClient()
  const rename = useMutation({
    mutationFn: (name: string) => call(renameList, { params: { id: list.id }, body: { name } }),
    onSuccess: ({ data }) => {
      client.setQueryData(makeKey(showList, { params: { id: list.id } }), { data })
      setDraft(null)
    },
  })
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    const name = draft?.trim()
    if (!name || name === list.name) return setDraft(null)
    if (!rename.isPending) rename.mutate(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    setDraft(null)
  }
  if (draft === null) {
    return (
      <Group component="span" display="inline-flex" wrap="nowrap" gap={6}>
        {list.name}
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label="Rename list"
          onClick={() => setDraft(list.name)}
        >
          <IconPencil size={14} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
    )
  }
  return (
    <form onSubmit={save}>
      <TextInput
        size="xs"
        aria-label="List name"
        value={draft}
        maxLength={200}
        autoFocus
        disabled={rename.isPending}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => save()}
        onKeyDown={onKeyDown}
      />
    </form>
  )
}
