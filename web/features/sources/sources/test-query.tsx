import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { countSearch, previewSearch } from '#contract/prospecting/searches.ts'
import type { Searcher } from '#contract/sources/searchers.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'

async function requestTest(source: string, position: string) {
  const body = { type: 'people' as const, search: { source, position } }
  const count = await call(countSearch, { body, quiet: 'errors' })
  const preview = await call(previewSearch, { body, quiet: 'errors' })
  return { matched: count.data.matched, rows: preview.data.rows }
}

/** A small people search in one source: the count, and the first matches. Nothing is stored. */
export function TestQuery({ source }: { source: Searcher }) {
  const [position, setPosition] = useState('Head of marketing')
  const lookUp = useMutation({ mutationFn: () => requestTest(source.id, position) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (position.trim() !== '') lookUp.mutate()
  }
  return (
    <Stack component="form" gap="sm" pt="md" style={{ borderTop: 'var(--app-line)' }} onSubmit={submit}>
      <h3>Test query</h3>
      <Hint>
        {source.vendor_price
          ? `Costs no credits. It calls the vendor with your account’s key, which may charge: ${source.vendor_price}.`
          : 'Costs nothing.'}
      </Hint>
      <TextInput
        label="Position"
        value={position}
        maxLength={200}
        onChange={(event) => setPosition(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button type="submit" variant="default" loading={lookUp.isPending}>
          Run test query
        </Button>
      </Group>
      {lookUp.isError && <Notice tone="danger">{errorMessage(lookUp.error)}</Notice>}
      {lookUp.data && (
        <Notice tone="success" title={formatCount(lookUp.data.matched, 'person', 'people')}>
          <Stack component="ul" gap={6}>
            {lookUp.data.rows.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of one response, which have no ids
              <li key={at}>{[row.name, row.about, row.place].filter(Boolean).join(', ')}</li>
            ))}
          </Stack>
        </Notice>
      )}
    </Stack>
  )
}
