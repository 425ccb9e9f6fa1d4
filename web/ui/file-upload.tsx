import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import type { ReactNode } from 'react'
import { formatBytes, formatShare } from '../lib/format.ts'
import type { UploadProgress, useUpload } from '../lib/use-upload.ts'
import { Card } from './card.tsx'
import classes from './file-upload.module.css'
import { useFileDrop } from './use-file-drop.ts'

const STATE_LABELS: Record<UploadProgress['state'], string> = {
  sending: 'Uploading',
  paused: 'Paused',
  failed: 'Stopped',
  complete: 'Uploaded',
}

type Upload = ReturnType<typeof useUpload>

function SentFile({ progress, upload }: { progress: UploadProgress; upload: Upload }) {
  const { file, sent, state, error } = progress
  return (
    <Card gap={10} bg="var(--app-body)">
      <Group gap="4px 8px">
        <IconFile size={16} stroke={1.5} aria-hidden />
        <Text component="span" flex={1} miw={120} fw={500}>
          {file.name}
        </Text>
        <Text component="span" c="dimmed" className="numeric" aria-live="polite">
          {`${STATE_LABELS[state]} · ${formatBytes(sent)} of ${formatBytes(file.size)} · ${formatShare(sent, file.size)}`}
        </Text>
      </Group>
      <Progress.Root size={6}>
        <Progress.Section
          value={file.size > 0 ? (sent / file.size) * 100 : 0}
          aria-label={`Upload of ${file.name}`}
        />
      </Progress.Root>
      {error && (
        <Text c="var(--app-danger)" role="alert">
          {error}
        </Text>
      )}
      <Group gap="xs">
        {state === 'sending' && (
          <Button variant="default" onClick={upload.pause}>
            Pause
          </Button>
        )}
        {(state === 'paused' || state === 'failed') && (
          <Button onClick={() => void upload.send(file)}>
            {state === 'paused' ? 'Resume' : 'Try again'}
          </Button>
        )}
        <Button variant="subtle" color="gray" onClick={upload.reset}>
          Choose another file
        </Button>
      </Group>
    </Card>
  )
}

interface FileUploadProps {
  upload: Upload
  /** Text above the button. */
  prompt?: string
  /** File extensions and media types, as for a file input. */
  accept?: string
  /** Content below the button. */
  children?: ReactNode
}

/** A drop zone and file button (CSV by default), with the upload's progress. */
export function FileUpload({
  upload,
  prompt = 'Drop a CSV file here',
  accept = '.csv,.tsv,.txt,text/csv',
  children,
}: FileUploadProps) {
  const take = (file: File | null) => file && void upload.send(file)
  const { over, handlers } = useFileDrop(take)
  if (upload.progress) return <SentFile progress={upload.progress} upload={upload} />
  return (
    <div className={classes.drop} data-over={over || undefined} {...handlers}>
      <IconUpload size={22} stroke={1.5} aria-hidden />
      <p>{prompt}</p>
      <FileButton onChange={take} accept={accept}>
        {(props) => (
          <Button variant="default" {...props}>
            Choose a file
          </Button>
        )}
      </FileButton>
      {children && (
        <Text c="dimmed" className="numeric">
          {children}
        </Text>
      )}
    </div>
  )
}
