import { Button, NumberInput, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FILTER_DEBOUNCE_MS } from '#contract/core/constants.ts'
import { previewRetention, type Searcher, setRetention } from '#contract/sources/searchers.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { daysError, lossLabel, retentionHint } from './retention-labels.ts'

interface RetentionSettingsProps {
  source: Pick<Searcher, 'id' | 'label'>
  retention: NonNullable<Searcher['retention']>
}

/** Retention period of a source's values; shows what a change deletes before it is saved. */
export function RetentionSettings({ source, retention }: RetentionSettingsProps) {
  const { id, label } = source
  const [days, setDays] = useState<number | string>(retention.days)
  const [confirming, setConfirming] = useState(false)
  const [settled] = useDebouncedValue(days, FILTER_DEBOUNCE_MS)
  const error = daysError(days, retention.max)
  const isChanged = error === null && days !== retention.days
  const loss = useEndpoint(
    previewRetention,
    { params: { id }, query: { days: Number(settled) } },
    { enabled: isChanged && settled === days, gcTime: 0 },
  )
  const change = useMutation({
    mutationFn: () => call(setRetention, { params: { id }, body: { days: Number(days) }, quiet: 'errors' }),
  })
  const lossData = isChanged && settled === days ? loss.data?.data : undefined
  const labels = lossData && lossLabel(label, retention.days, lossData)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!lossData) return
    if (lossData.leads > 0) setConfirming(true)
    else change.mutate()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <h3>Data retention</h3>
        <NumberInput
          label="Days that values are kept"
          description={retentionHint(label, retention)}
          error={error}
          min={1}
          max={retention.max}
          clampBehavior="none"
          allowNegative={false}
          value={days}
          onChange={setDays}
        />
        {isChanged && loss.isError && <Notice tone="danger">{errorMessage(loss.error)}</Notice>}
        {labels && lossData.leads > 0 && <Notice tone="warning">{labels}</Notice>}
        {labels && lossData.leads === 0 && <Hint>{labels}</Hint>}
        {change.isError && <Notice tone="danger">{errorMessage(change.error)}</Notice>}
        <div>
          <Button
            type="submit"
            variant="default"
            loading={change.isPending || (isChanged && !lossData && !loss.isError)}
            disabled={!lossData}
          >
            Change retention
          </Button>
        </div>
      </Stack>
      <ConfirmDialog
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={`Keep values for ${formatCount(Number(days), 'day')}?`}
        confirmLabel="Change retention"
        danger
        onConfirm={() => change.mutateAsync()}
      >
        {labels}
      </ConfirmDialog>
    </form>
  )
}
