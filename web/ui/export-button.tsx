import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useMutation } from '@tanstack/react-query'
import { download } from '#web/lib/api.ts'

interface ExportButtonProps {
  /** Asks the server for the address of the file. */
  ticket: () => Promise<{ data: { url: string } }>
  disabled?: boolean
}

/** Saves everything that a page is about as CSV. */
export function ExportButton({ ticket, disabled = false }: ExportButtonProps) {
  const save = useMutation({ mutationFn: ticket, onSuccess: ({ data }) => download(data.url) })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload aria-hidden />}
      disabled={disabled}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
