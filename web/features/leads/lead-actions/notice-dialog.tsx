import { Box, Button, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { leadNotice, leadNotices } from '#contract/privacy/suppression.ts'
import { call, download, errorMessage } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import type { LeadDialogProps } from '#web/lib/lead-actions.ts'
import { useEndpoint } from '#web/lib/use-endpoint.ts'
import { useCopy } from '#web/ui/copy-button.tsx'
import { DialogButtons } from '#web/ui/dialog-buttons.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx'
import type { ListTarget } from '../lead-data/use-leads.ts'

const WHY = 'GDPR Article 14: tell people you hold their data within a month. Fill in the [brackets].'

function SingleNotice({
  target,
  leadId,
  onClose,
}: {
  target: ListTarget
  leadId: number
  onClose: () => void
}) {
  const found = useEndpoint(leadNotice, { params: { ...target, resultId: leadId } })
  const text = found.data?.text ?? ''
  const { copied, copy } = useCopy(() => text)
  return (
    <>
      {found.isPending && <SkeletonRows rows={6} height={20} label="Writing the notice" />}
      {found.isError && <LoadError what="The notice" query={found} />}
      <Box
        component="section"
        mah="50vh"
        p="sm"
        bd="var(--app-line)"
        bdrs="var(--mantine-radius-sm)"
        className="wrap-anywhere"
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}
        aria-label="Notice"
        tabIndex={0}
      >
        {text}
      </Box>
      <DialogButtons onCancel={onClose} cancelLabel="Close">
        <Button disabled={text === ''} onClick={() => void copy()}>
          <span aria-live="polite">{copied ? 'Copied' : 'Copy text'}</span>
        </Button>
      </DialogButtons>
    </>
  )
}

function ManyNotices({ leadRequest, onClose }: Pick<LeadDialogProps, 'leadRequest' | 'onClose'>) {
  const save = useMutation({
    mutationFn: () =>
      call(leadNotices, {
        params: leadRequest.target,
        body: { selection: leadRequest.selection },
        // Shown instead: the download
        quiet: true,
      }),
    onSuccess: ({ data }) => {
      download(data.url)
      onClose()
    },
  })
  return (
    <>
      <Text>A CSV with the name, email and notice for {formatCount(leadRequest.count, 'lead')}.</Text>
      {save.isError && <Notice tone="danger">{errorMessage(save.error)}</Notice>}
      <DialogButtons onCancel={onClose}>
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Download CSV
        </Button>
      </DialogButtons>
    </>
  )
}

/** The notice that tells a person which data is stored and where it came from. */
export function NoticeDialog({ leadRequest, opened, onClose }: LeadDialogProps) {
  const { selection, target } = leadRequest
  const [onlyId] = 'resultIds' in selection && selection.resultIds.length === 1 ? selection.resultIds : []
  return (
    <Modal opened={opened} onClose={onClose} title="Article 14 notice" size={640}>
      <Text c="dimmed" mb="sm">
        {WHY}
      </Text>
      {onlyId === undefined ? (
        <ManyNotices leadRequest={leadRequest} onClose={onClose} />
      ) : (
        <SingleNotice target={target} leadId={onlyId} onClose={onClose} />
      )}
    </Modal>
  )
}
