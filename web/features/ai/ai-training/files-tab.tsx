import { Button, Stack } from '@mantine/core'
import IconFile from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { createTrainingFile, type TrainingFile, trainingFiles } from '#contract/ai/ai-training.ts'
import { TRAINING_FILE_MAX_MB } from '#contract/core/constants.ts'
import { call, errorMessage } from '#web/lib/api.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { useUpload } from '#web/lib/use-upload.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FileUpload } from '#web/ui/file-upload.tsx'
import { ListSection } from '#web/ui/list-section.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { When } from '#web/ui/when.tsx'
import { InstructionsFlag } from './instructions-flag.tsx'
import { ItemDrawer } from './item-drawer.tsx'
import { removeTraining } from './remove-training.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { MAX_SEARCH, makeQuery, type TabProps } from './training-search.ts'

const COLUMNS: readonly Column<TrainingFile>[] = [
  {
    id: 'title',
    label: 'File',
    card: 'title',
    width: '38%',
    full: ({ title }) => title,
    cell: ({ title }) => title,
  },
  { id: 'type', label: 'Type', cell: ({ file_type }) => file_type.toUpperCase() },
  { id: 'size', label: 'Size', align: 'end', cell: ({ bytes }) => formatBytes(bytes) },
  { id: 'tokens', label: 'Tokens', align: 'end', cell: ({ tokens }) => formatNumber(tokens) },
  {
    id: 'note',
    label: 'Note',
    full: ({ note }) => note,
    cell: ({ note, instructions }) =>
      instructions.length > 0 ? <InstructionsFlag found={instructions.length} /> : (note ?? '–'),
  },
  { id: 'added', label: 'Added', cell: ({ created_at }) => <When at={created_at} /> },
]

/** Uploads a file and reads its text. */
function AddFile() {
  const upload = useUpload()
  const requested = useRef<string | null>(null)
  const read = useMutation({
    mutationFn: (upload_id: string) => call(createTrainingFile, { body: { upload_id }, quiet: 'errors' }),
    onSuccess: upload.reset,
  })
  const { progress } = upload
  const arrived = progress?.state === 'complete' ? (progress.uploadId ?? null) : null
  useEffect(() => {
    if (!arrived || requested.current === arrived) return
    requested.current = arrived
    read.mutate(arrived)
  }, [arrived, read])
  return (
    <Stack gap={20} py={20} px="var(--app-gutter)">
      <FileUpload upload={upload} prompt="Drop a file here" accept=".pdf,.docx,.txt,.md,.csv,.html,.htm">
        {`PDF, DOCX, TXT, MD, CSV or HTML, up to ${TRAINING_FILE_MAX_MB} MB. Only the text is kept.`}
      </FileUpload>
      {read.isPending && <p role="status">Reading the text …</p>}
      {read.isError && (
        <Notice tone="danger" title="This file could not be read">
          {errorMessage(read.error)}{' '}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              read.reset()
              upload.reset()
            }}
          >
            Choose another file
          </Button>
        </Notice>
      )}
    </Stack>
  )
}

/** Files whose text the AI may read. */
export function FilesTab({ query, change }: TabProps) {
  const found = usePagedQuery(trainingFiles, { query: makeQuery(query) })
  const { show, dialog } = useDialog()
  const rows = found.data?.data ?? []
  return (
    <>
      <AddFile />
      <ListSection
        label="Files"
        list={{ found, query, change }}
        searchLabel="Search files"
        searchMax={MAX_SEARCH}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        opening={{ open: query.open, onOpen: ({ id }) => change({ open: id }) }}
        actions={(file) => (
          <RowMenu
            name={file.title}
            items={[
              {
                label: 'Edit',
                icon: IconPencil,
                run: () => show((state) => <RenameDialog {...state} kind="file" item={file} />),
              },
              {
                label: 'Delete',
                icon: IconTrash,
                danger: true,
                run: () => void removeTraining('file', file),
              },
            ]}
          />
        )}
        empty={
          <EmptyState icon={IconFile} title="No files yet">
            Add price lists, brochures or case studies. The AI reads their text and cites it.
          </EmptyState>
        }
      />
      <ItemDrawer id={query.open} ids={rows.map(({ id }) => id)} onOpen={(open) => change({ open })} />
      {dialog}
    </>
  )
}
