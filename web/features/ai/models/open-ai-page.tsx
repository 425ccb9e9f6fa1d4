import { Button, Group, PasswordInput, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  deleteOpenAiKey,
  type ModelSetting,
  OPEN_AI_BASE_URL,
  OPEN_AI_MODEL,
  openAiKey,
  saveOpenAiKey,
  testOpenAiKey,
} from '#contract/ai/open-ai.ts'
import { ApiError, call, errorMessage } from '#web/lib/api.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useCan } from '#web/lib/session.ts'
import { useContractForm } from '#web/lib/use-contract-form.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ContractForm } from '#web/ui/contract-form.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import { When } from '#web/ui/when.tsx'
import { IntegrationPage } from '../../../ui/integration-page.tsx'

const formatPrice = (rate: number) => `${formatCredits(rate)} per 1,000 tokens`

/** The current writer and its price. */
function modelLabel(setting: ModelSetting): string {
  const { provider, level, model, credits_per_1000_tokens: rate } = setting
  const ownRate = setting.own_key_credits_per_1000_tokens
  if (provider === 'template')
    return 'No AI model is connected. Only summaries and first lines are written, from your leads’ fields and websites, for free.'
  if (level === 'account')
    return `${model} writes with your own key. ${ownRate === 0 ? 'That costs no credits' : `That costs ${formatPrice(ownRate)}`}.`
  const price = rate === 0 ? 'for free' : `for ${formatPrice(rate)}`
  const ownPrice = ownRate === 0 ? 'no credits' : formatPrice(ownRate)
  return `${model} writes with your provider’s key, ${price}. With your own key it costs ${ownPrice}.`
}

function OwnKey({ own, onDelete }: { own: NonNullable<ModelSetting['own']>; onDelete: () => void }) {
  const test = useMutation({ mutationFn: () => call(testOpenAiKey, {}) })
  return (
    <Card gap="xs">
      <Group align="baseline" justify="space-between" gap="4px 12px">
        <Title order={3} miw={0}>
          {own.model}
        </Title>
        <Hint component="span">{own.hint ? `Key ending in ${own.hint}` : 'Key stored'}</Hint>
      </Group>
      <Hint>{own.base_url}</Hint>
      <Hint>
        {own.tested_at ? (
          <>
            Tested <When at={own.tested_at} />
          </>
        ) : (
          'Not tested yet'
        )}
      </Hint>
      {own.problem && (
        <Text c="var(--app-warning)" fz="xs" lh="18px">
          {own.problem}
        </Text>
      )}
      {test.isError && <Notice tone="danger">{errorMessage(test.error)}</Notice>}
      <Group gap="xs" mt="auto" pt={4}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          Test key
        </Button>
        <Button variant="default" color="red" onClick={onDelete}>
          Delete key
        </Button>
      </Group>
    </Card>
  )
}

function KeyForm({ own }: { own: ModelSetting['own'] }) {
  const form = useContractForm(saveOpenAiKey, {
    initial: {
      key: '',
      base_url: own?.base_url ?? OPEN_AI_BASE_URL,
      model: own?.model ?? OPEN_AI_MODEL,
      untested: 0,
    },
    body: ({ key, base_url, model, untested }) => ({
      base_url,
      model,
      save_untested: untested === 1,
      ...(key ? { key } : {}),
    }),
  })
  const canSaveUntested = form.failure instanceof ApiError && form.failure.details.can_save_untested === true
  return (
    <ContractForm
      form={form}
      submitLabel={own ? 'Test and replace' : 'Test and save'}
      beside={
        canSaveUntested && (
          <Button variant="subtle" onClick={() => form.submit({ untested: 1 })}>
            Save without a test
          </Button>
        )
      }
    >
      <PasswordInput
        {...form.field('key')}
        label="API key"
        description={
          own ? 'Leave empty to keep your current key' : 'Leave empty if your server doesn’t need one'
        }
        maxLength={500}
        autoComplete="new-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show the API key' }}
      />
      <TextInput {...form.field('model')} label="Model" maxLength={200} autoComplete="off" />
      <TextInput
        {...form.field('base_url')}
        label="Address"
        description="OpenAI, or any server with the same API: vLLM, a gateway, Ollama behind HTTPS"
        maxLength={500}
        autoComplete="off"
      />
    </ContractForm>
  )
}

/** The account's own language model: tested before it is stored, never shown again, deleted permanently. */
export function OpenAiPage() {
  const found = useEndpoint(openAiKey)
  const canChange = useCan('manage_models')
  const [leaving, setLeaving] = useState(false)
  const setting = found.data?.data
  return (
    <IntegrationPage title="OpenAI">
      {found.isError && !setting && <LoadError what="The model" query={found} />}
      {found.isPending && <SkeletonRows rows={2} height={120} label="Loading the model" />}
      {setting && (
        <section aria-labelledby="model-now" style={{ maxWidth: 480 }}>
          <h2 id="model-now">AI model</h2>
          <Text mt={2} mb="sm" c="dimmed">
            {modelLabel(setting)}
          </Text>
          {setting.own && <OwnKey own={setting.own} onDelete={() => setLeaving(true)} />}
        </section>
      )}
      {setting && canChange && (
        <section aria-labelledby="model-key" style={{ maxWidth: 480 }}>
          <h2 id="model-key">{setting.own ? 'Another key' : 'Your own key'}</h2>
          <Text mt={2} mb="sm" c="dimmed">
            We test the key with the vendor before saving it. Free.
          </Text>
          <KeyForm key={setting.own?.created_at ?? 'new'} own={setting.own} />
        </section>
      )}
      {setting && !canChange && <Hint>An owner of the account can change the key.</Hint>}
      <ConfirmDialog
        opened={leaving}
        title="Delete the key?"
        confirmLabel="Delete key"
        danger
        onClose={() => setLeaving(false)}
        onConfirm={() => call(deleteOpenAiKey, { quiet: 'errors' })}
      >
        The key is permanently deleted. Texts already written are kept.
      </ConfirmDialog>
    </IntegrationPage>
  )
}
