import { Button, Group, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { askSearch, type FilledForm, MAX_SENTENCE } from '#contract/ai/ask.ts'
import type { ListTypeId } from '#contract/leads/list-types/index.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatList } from '#web/lib/format.ts'
import { Notice } from '#web/ui/notice.tsx'

interface SentenceInputProps {
  /** Fixed when searching into an existing list. */
  type: ListTypeId | undefined
  onFilled: (form: FilledForm) => void
}

/** The result of a sentence, with the words that were not understood. */
function Outcome({ form }: { form: FilledForm }) {
  const { search, not_understood: words } = form
  const isEmpty = Object.keys(search).length === 0
  if (isEmpty)
    return (
      <Notice tone="warning">
        Nothing in this sentence matches the form. Name a business or position and a place.
      </Notice>
    )
  if (words.length === 0)
    return <Notice tone="success">Form filled in. Check it before you start the search.</Notice>
  return (
    <Notice tone="warning">
      {`Form filled in. Not understood: ${formatList(words.map((word) => `“${word}”`))}`}
    </Notice>
  )
}

/** A sentence that fills in the form below. It starts nothing. */
export function SentenceInput({ type, onFilled }: SentenceInputProps) {
  const [sentence, setSentence] = useState('')
  const lookUp = useMutation({
    // Shown instead: below the sentence, which fills the form
    mutationFn: () => call(askSearch, { body: { sentence: sentence.trim(), type }, quiet: true, read: true }),
    onSuccess: ({ data }) => onFilled(data),
  })
  const submit = () => {
    if (sentence.trim() && !lookUp.isPending) lookUp.mutate()
  }
  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label="Describe who you’re looking for"
          placeholder="50 dentists in Bavaria with a website"
          maxLength={MAX_SENTENCE}
          value={sentence}
          onChange={(event) => setSentence(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            submit()
          }}
        />
        <Button
          size="sm"
          variant="default"
          loading={lookUp.isPending}
          disabled={!sentence.trim()}
          onClick={submit}
        >
          Fill in form
        </Button>
      </Group>
      <div aria-live="polite">
        {lookUp.isError && <Notice tone="danger">{errorMessage(lookUp.error)}</Notice>}
        {lookUp.isSuccess && <Outcome form={lookUp.data.data} />}
      </div>
    </>
  )
}
