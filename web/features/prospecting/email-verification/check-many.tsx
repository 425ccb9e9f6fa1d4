import { Button, Group, SegmentedControl, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { MAX_EMAILS_PER_CALL } from '#contract/core/constants.ts'
import { startVerification } from '#contract/prospecting/email-verification.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatCount, formatNumber } from '#web/lib/format.ts'
import { browserMemory, forgetUpload } from '#web/lib/upload-session.ts'
import { useIntentKey } from '#web/lib/use-intent-key.ts'
import { useUpload } from '#web/lib/use-upload.ts'
import { Card } from '#web/ui/card.tsx'
import { FileUpload } from '#web/ui/file-upload.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { readEmails } from './email-list.ts'

/** Verifies pasted addresses or a file; `onStarted` gets the run. */
export function CheckMany({ onStarted }: { onStarted: (runId: number) => void }) {
  const [by, setBy] = useState<'text' | 'file'>('text')
  const [text, setText] = useState('')
  const upload = useUpload()
  const intent = useIntentKey()
  const { emails, others } = useMemo(() => readEmails(text), [text])
  const file = upload.progress?.state === 'complete' ? upload.progress : null
  const start = useMutation({
    mutationFn: () => {
      const body = by === 'text' ? { emails } : { upload_id: file?.uploadId ?? '' }
      // Shown instead: the run, on this page
      return call(startVerification, { body, quiet: true, idempotencyKey: intent.keyFor(body) })
    },
    onSuccess: ({ data }) => {
      intent.forget()
      if (by === 'file' && file) forgetUpload(file.file, browserMemory)
      upload.reset()
      setText('')
      onStarted(data.id)
    },
  })
  const tooMany = emails.length > MAX_EMAILS_PER_CALL
  const ready = by === 'text' ? emails.length > 0 && !tooMany : file !== null
  return (
    <Card component="section" gap="sm" bg="var(--app-body)" aria-labelledby="check-many">
      <h2 id="check-many">Multiple addresses</h2>
      <SegmentedControl
        size="xs"
        aria-label="Where the addresses are"
        value={by}
        data={[
          { value: 'text', label: 'Paste' },
          { value: 'file', label: 'File (CSV)' },
        ]}
        onChange={(next) => setBy(next as 'text' | 'file')}
      />
      {by === 'text' ? (
        <Textarea
          aria-label="Email addresses"
          placeholder="One per line, or separated by commas"
          minRows={3}
          maxRows={10}
          spellCheck={false}
          autoCapitalize="none"
          value={text}
          error={
            tooMany
              ? `At most ${formatNumber(MAX_EMAILS_PER_CALL)} at once. For more, upload a file.`
              : undefined
          }
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <FileUpload upload={upload}>We detect the email column automatically.</FileUpload>
      )}
      {start.isError && <Notice tone="danger">{errorMessage(start.error)}</Notice>}
      <Group gap="xs">
        <Button loading={start.isPending} disabled={!ready} onClick={() => start.mutate()}>
          {by === 'text' && emails.length > 0
            ? `Verify ${formatCount(emails.length, 'address', 'addresses')} · free`
            : 'Verify · free'}
        </Button>
        <Text component="span" c="dimmed" aria-live="polite">
          {by === 'text' &&
            others > 0 &&
            `${formatCount(others, 'entry', 'entries')} without an address left out`}
        </Text>
      </Group>
    </Card>
  )
}
