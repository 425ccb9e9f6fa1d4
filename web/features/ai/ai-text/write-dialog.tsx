import { Box, Checkbox, Skeleton, Stack, Switch, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AiListType, PROMPT_TYPE_LABELS, TEMPLATE_TYPES } from '#contract/ai/ai-prompt-types.ts'
import { type FineTune, fineTunes } from '#contract/ai/ai-prompts.ts'
import type { AiTextQuote } from '#contract/ai/ai-text.ts'
import { formatCredits, formatNumber } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { stopAt } from '#web/lib/quoted-start.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { SumLine } from '#web/ui/facts.tsx'
import { formDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { QuoteForm } from '#web/ui/quote-form.tsx'
import { startLabel, writerLabel } from './ai-labels.ts'
import { PreviewResult } from './preview-result.tsx'
import { useWrite, useWriteQuote, type WriteRequest } from './use-write.ts'

const FIRST: WriteRequest = {
  prompts: [{ prompt_type: 'first_line', fine_tune_id: null }],
  readWebsites: false,
  modelCheck: false,
  review: true,
}

const spanLabel = ({ expected, max }: AiTextQuote['tokens']) =>
  max === 0 ? 'None' : `About ${formatNumber(expected)} (at most ${formatNumber(max)})`

function Figures({ quote }: { quote: AiTextQuote }) {
  const isFree = quote.credits.max === 0
  return (
    <>
      <Box component="dl" pt="xs" className="numeric" style={{ borderTop: 'var(--app-line)' }}>
        <SumLine label="Texts">{formatNumber(quote.texts)}</SumLine>
        <SumLine label="Model">{writerLabel(quote)}</SumLine>
        <SumLine label="Tokens">{spanLabel(quote.tokens)}</SumLine>
        <SumLine label="Credits">{isFree ? 'Free' : spanLabel(quote.credits)}</SumLine>
        {!isFree && <SumLine label="Available">{formatCredits(quote.available)}</SumLine>}
      </Box>
      {quote.provider === 'template' && (
        <Text c="dimmed">
          No AI model is connected. A summary or first line is written only where the lead’s fields or website
          give a whole sentence. <Link to="/integration/open-ai">Add a key</Link> for the others.
        </Text>
      )}
    </>
  )
}

const isChosen = (options: WriteRequest, { id, prompt_type }: FineTune) =>
  options.prompts.some((choice) => choice.prompt_type === prompt_type && (choice.fine_tune_id ?? null) === id)

function PromptChoices({
  type,
  options,
  onChange,
  isTemplate,
}: {
  type: AiListType
  options: WriteRequest
  isTemplate: boolean
  onChange: (next: WriteRequest) => void
}) {
  const found = useEndpoint(fineTunes, { query: { type, show_default: true } })
  if (found.isError) return <LoadError what="The prompts" query={found} />
  if (!found.data) return <Skeleton height={180} aria-label="Loading the prompts" />
  const needsModel = ({ prompt_type }: FineTune) => isTemplate && !TEMPLATE_TYPES.includes(prompt_type)
  const toggle = (prompt: FineTune) => {
    const { prompt_type, id: fine_tune_id, field } = prompt
    const fields = new Map(
      (found.data?.data ?? []).map((item) => [`${item.prompt_type} ${item.id}`, item.field]),
    )
    // Two prompts cannot fill one field: the newer choice replaces the other.
    const others = options.prompts.filter(
      (choice) => fields.get(`${choice.prompt_type} ${choice.fine_tune_id ?? null}`) !== field,
    )
    const prompts = isChosen(options, prompt) ? others : [...others, { prompt_type, fine_tune_id }]
    onChange({ ...options, prompts })
  }
  return (
    <Stack component="fieldset" gap="xs">
      <Box component="legend" mb="xs" fw={600}>
        What to write
      </Box>
      {found.data.data.map((prompt) => (
        <Checkbox
          key={`${prompt.prompt_type} ${prompt.id}`}
          checked={isChosen(options, prompt)}
          onChange={() => toggle(prompt)}
          label={prompt.is_default ? PROMPT_TYPE_LABELS[prompt.prompt_type] : prompt.name}
          disabled={needsModel(prompt) && !isChosen(options, prompt)}
          description={[
            prompt.is_default ? '' : `${PROMPT_TYPE_LABELS[prompt.prompt_type]} · your prompt`,
            needsModel(prompt) ? 'Needs a model' : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
    </Stack>
  )
}

function Options({ options, onChange }: { options: WriteRequest; onChange: (next: WriteRequest) => void }) {
  return (
    <>
      <Switch
        label="Read the leads’ websites"
        description="Up to two pages each, for more to write about. Takes longer."
        checked={options.readWebsites}
        onChange={(event) => onChange({ ...options, readWebsites: event.currentTarget.checked })}
      />
      <Switch
        label="Ask the model for a second opinion"
        description="A second model call checks whether the quotes support unverified sentences. You still decide."
        checked={options.modelCheck}
        onChange={(event) => onChange({ ...options, modelCheck: event.currentTarget.checked })}
      />
      <Switch
        label="Review before use"
        description="Texts appear in the list after you accept them. Without it, sentences that aren’t verified still wait for you."
        checked={options.review}
        onChange={(event) => onChange({ ...options, review: event.currentTarget.checked })}
      />
    </>
  )
}

function WriteForm({ leadRequest, opened, onClose, onStarted }: LeadDialogProps) {
  const [options, setOptions] = useState(FIRST)
  const [preview, setPreview] = useState<number | null>(null)
  const target = leadRequest.target as { type: AiListType; id: number }
  const { quote, isSettled } = useWriteQuote(target, leadRequest, options, opened)
  const write = useWrite(target, leadRequest)
  const figures = options.prompts.length > 0 ? quote.data?.data : undefined
  const isReady = isSettled && figures !== undefined && figures.texts > 0 && stopAt(figures) !== 0
  const begin = (isPreview: boolean) => {
    if (!figures) return
    write.mutate(
      { request: options, quote: isPreview ? null : figures },
      {
        onSuccess: ({ data }) => {
          if (isPreview) return setPreview(data.run.id)
          onStarted({ runId: data.run.id, listId: data.list_id })
          onClose()
        },
      },
    )
  }
  return (
    <QuoteForm
      count={leadRequest.count}
      about="Every sentence quotes its source. Anything else waits for your review."
      quote={quote}
      start={write}
      isReady={isReady}
      startLabel={startLabel(figures)}
      onStart={begin}
      trial={{ label: 'Preview 5 rows' }}
      onClose={onClose}
      options={
        <>
          <PromptChoices
            type={target.type}
            options={options}
            onChange={setOptions}
            isTemplate={figures?.provider === 'template'}
          />
          <Options options={options} onChange={setOptions} />
        </>
      }
    >
      {figures && <Figures quote={figures} />}
      {preview !== null && <PreviewResult runId={preview} />}
    </QuoteForm>
  )
}

/** Starts a text run: prompts, price and preview. */
export const WriteDialog = formDialog('Write AI text', 560, WriteForm)
