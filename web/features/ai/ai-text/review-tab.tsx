import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import IconChecks from '@tabler/icons-react/dist/esm/icons/IconChecks.mjs'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PROMPT_TYPE_LABELS, PROMPT_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { type AiText, aiTexts, editAiText, regenerateAiTexts, reviewAiTexts } from '#contract/ai/ai-text.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { listRef } from '#web/lib/list-ref.ts'
import { count, oneOf, pageSearch, paging } from '#web/lib/page-search.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { usePageSearch } from '#web/lib/use-page-search.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { ContractForm } from '#web/ui/contract-form.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import type { ListFilter } from '#web/ui/list-toolbar.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecordDrawer } from '#web/ui/record-drawer.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { useSelection } from '#web/ui/use-selection.ts'
import { textName, unverifiedLabel } from './ai-labels.ts'
import { REVIEW_LOOKS } from './review-badges.ts'
import { Sentences } from './sentences.tsx'

const REVIEWS = ['open', 'accepted', 'edited', 'rejected'] as const

/** Parameters of the review; `tab` belongs to the page around it. */
export const reviewSearch = pageSearch(
  {
    tab: oneOf(['prompts', 'review'] as const, 'prompts'),
    review: oneOf(REVIEWS, 'open'),
    prompt_type: oneOf(PROMPT_TYPES, null),
    list: count(null),
    ...paging,
    text: count(null),
  },
  { stays: ['text', 'tab'] },
)
type ReviewQuery = ReturnType<typeof reviewSearch.read>

const COLUMNS: readonly Column<AiText>[] = [
  { id: 'lead', label: 'Lead', card: 'title', cell: (row) => row.lead_name ?? 'No name' },
  { id: 'what', label: 'Kind', cell: textName },
  { id: 'text', label: 'Text', width: '55%', full: (row) => row.text, cell: (row) => row.text ?? '–' },
  {
    id: 'state',
    label: 'State',
    cell: (row) =>
      row.review && (
        <>
          <StateBadge {...REVIEW_LOOKS[row.review]} />{' '}
          <Text component="span" c="dimmed">
            {unverifiedLabel(row)}
          </Text>
        </>
      ),
  },
]

const FILTERS: readonly ListFilter<ReviewQuery>[] = [
  {
    name: 'review',
    label: 'State',
    options: REVIEWS.map((value) => ({ value, label: REVIEW_LOOKS[value].label })),
  },
  {
    name: 'prompt_type',
    label: 'Kind',
    all: 'All kinds',
    options: PROMPT_TYPES.map((value) => ({ value, label: PROMPT_TYPE_LABELS[value] })),
  },
]

function useReview(onDone: () => void) {
  return useMutation({
    mutationFn: (body: { decision: 'accept' | 'reject'; ids: number[] }) => call(reviewAiTexts, { body }),
    onSuccess: onDone,
  })
}

interface RecordProps {
  text: AiText
  onDone: () => void
}

/** Edits and accepts a text. */
function EditText({ text, onDone, onCancel }: RecordProps & { onCancel: () => void }) {
  const form = useContractForm(editAiText, {
    initial: { text: text.text ?? '' },
    params: { id: text.id },
    onSuccess: onDone,
  })
  return (
    <ContractForm form={form} submitLabel="Save and accept" onCancel={onCancel}>
      <Textarea
        {...form.field('text')}
        label="Text"
        description="Sentences you don’t change keep their sources"
        minRows={4}
        maxLength={3000}
      />
    </ContractForm>
  )
}

/** Review actions of a text. */
function Decisions({ text, onDone, onEdit }: RecordProps & { onEdit: () => void }) {
  const intent = useIntentKey()
  const sendReview = useReview(onDone)
  const rewrite = useMutation({
    mutationFn: (body: { ids: number[] }) =>
      call(regenerateAiTexts, { body, idempotencyKey: intent.keyFor(body) }),
    onSuccess: () => {
      intent.forget()
      onDone()
    },
  })
  const failed = sendReview.error ?? rewrite.error
  const ids = [text.id]
  return (
    <>
      <Sentences text={text} />
      {failed && <Notice tone="danger">{errorMessage(failed)}</Notice>}
      <Group gap="xs">
        {text.review === 'open' && (
          <>
            <Button
              loading={sendReview.isPending}
              onClick={() => sendReview.mutate({ decision: 'accept', ids })}
            >
              Accept
            </Button>
            <Button variant="default" onClick={() => sendReview.mutate({ decision: 'reject', ids })}>
              Reject
            </Button>
          </>
        )}
        {text.review !== 'rejected' && (
          <Button variant="default" onClick={onEdit}>
            Edit
          </Button>
        )}
        <Button variant="default" loading={rewrite.isPending} onClick={() => rewrite.mutate({ ids })}>
          Write again
        </Button>
      </Group>
    </>
  )
}

/** One text: its sentences with their sources, and its review actions. */
function TextRecord(props: RecordProps) {
  const { text } = props
  const [isEdited, setEdited] = useState(false)
  return (
    <Stack pt="md" pb="lg" px={20} data-own-keys>
      <Text c="dimmed">
        {textName(text)} ·{' '}
        <Link
          to="/saved-lists/$listRef/$resultId"
          params={{ listRef: listRef(text.type, text.list_id), resultId: String(text.lead_id) }}
        >
          {text.lead_name ?? 'Open the lead'}
        </Link>
      </Text>
      {isEdited ? (
        <EditText {...props} onCancel={() => setEdited(false)} />
      ) : (
        <Decisions {...props} onEdit={() => setEdited(true)} />
      )}
    </Stack>
  )
}

/** Texts to review; none of them is added to a lead before. */
export function ReviewTab() {
  const [query, change] = usePageSearch(reviewSearch)
  const { page, limit, review, prompt_type, list, text } = query
  const found = usePagedQuery(aiTexts, {
    query: { page, limit, review, state: 'written', prompt_type, list_id: list },
  })
  const selecting = useSelection<AiText>(JSON.stringify([page, limit, review, prompt_type, list]))
  const sendReview = useReview(selecting.clear)
  const rows = found.data?.data ?? []
  const ids = selecting.rows.map(({ id }) => id)
  const open = rows.find(({ id }) => id === text)
  return (
    <>
      <ListSection
        label="Texts"
        list={{ found, query, change }}
        filters={FILTERS}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        selecting={review === 'open' ? selecting : undefined}
        opening={{ open: text, onOpen: ({ id }) => change({ text: id }) }}
        empty={
          <EmptyState icon={IconChecks} title="No texts to review">
            Select leads in a list and choose AI text. New texts appear here first.
          </EmptyState>
        }
        fill
      />
      {ids.length > 0 && (
        <SelectionBar
          label="Selected texts"
          summary={`${formatCount(ids.length, 'text')} selected`}
          onClear={selecting.clear}
        >
          <Button
            loading={sendReview.isPending}
            onClick={() => sendReview.mutate({ decision: 'accept', ids })}
          >
            Accept
          </Button>
          <Button variant="default" onClick={() => sendReview.mutate({ decision: 'reject', ids })}>
            Reject
          </Button>
        </SelectionBar>
      )}
      <RecordDrawer
        title="Text"
        id={open ? text : null}
        ids={rows.map(({ id }) => id)}
        onOpen={(id) => change({ text: id })}
      >
        {(id) => {
          const shown = rows.find((row) => row.id === id)
          return shown ? <TextRecord key={id} text={shown} onDone={() => change({ text: null })} /> : null
        }}
      </RecordDrawer>
    </>
  )
}
