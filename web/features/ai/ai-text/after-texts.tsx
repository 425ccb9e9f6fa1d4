import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Run } from '#contract/activity/runs.ts'
import { aiTexts, retryAiText } from '#contract/ai/ai-text.ts'
import { call } from '#web/lib/api.ts'
import type { StartedRun } from '#web/lib/lead-actions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { ButtonLink } from '../../../ui/links.tsx'

/** Next steps after a text run: reviewing texts, and retrying failed ones. */
export function AfterTexts({ run, onStarted }: { run: Run; onStarted: (started: StartedRun) => void }) {
  const intent = useIntentKey()
  const retry = useMutation({
    mutationFn: () =>
      call(retryAiText, { params: { id: run.id }, idempotencyKey: intent.keyFor({ id: run.id }) }),
    onSuccess: ({ data }) => {
      intent.forget()
      onStarted({ runId: data.run.id, listId: data.list_id })
    },
  })
  const { written = 0, failed = 0, not_tried: left = 0 } = run.counts
  // Texts that a later run has written are not offered again.
  const rest = useEndpoint(
    aiTexts,
    { query: { run_id: run.id, unwritten: 'yes', limit: 1 } },
    { enabled: failed + left > 0 },
  )
  return (
    <>
      {written > 0 && (
        <ButtonLink
          to="/lead-search/ai-assistant"
          search={{ tab: 'review', list: run.list_id ?? undefined }}
          size="compact-xs"
        >
          Review texts
        </ButtonLink>
      )}
      {(rest.data?.total ?? 0) > 0 && (
        <Button size="compact-xs" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          Write the rest again
        </Button>
      )}
    </>
  )
}
