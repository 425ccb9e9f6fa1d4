import { Box, Button, FileButton, Group, Input } from '@mantine/core'
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs'
import { useState } from 'react'
import { type ImageKind, type Site, uploadSiteImage } from '#contract/branding/site.ts'
import { errorMessage, upload } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { IMAGE_TYPES, imageProblem } from './site-values.ts'

/** Uploads an image of a site, your own by default; returns its path. @throws Error with what is wrong with it */
async function storeImage(
  site: Pick<Site, 'account_id'> | null,
  kind: ImageKind,
  file: File,
): Promise<string> {
  const problem = imageProblem(file)
  if (problem) throw new Error(problem)
  const { data } = await upload(uploadSiteImage, {
    query: { ...(site && { account_id: site.account_id }), kind },
    bytes: file,
    // Shown instead: an error below the field
    quiet: true,
  })
  return data.url
}

/** Uploads an image of a text, or shows why it failed. */
export const storeTextImage = (
  site: Pick<Site, 'account_id'> | null,
  file: File,
): Promise<string | undefined> =>
  storeImage(site, 'content', file).catch((error) => {
    showToast({ kind: 'error', message: errorMessage(error) })
    return undefined
  })

interface ImageFieldProps {
  site: Site
  kind: ImageKind
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
  error?: string
}

/** An image of a site: shown, chosen from a file, removed. */
export function ImageField({ site, kind, label, hint, value, onChange, error }: ImageFieldProps) {
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const take = async (file: File | null) => {
    if (!file) return
    setBusy(true)
    setProblem(undefined)
    await storeImage(site, kind, file)
      .then(onChange, (failure) => setProblem(errorMessage(failure)))
      .finally(() => setBusy(false))
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={`${hint}. PNG, JPEG, WebP, GIF or SVG, up to 5 MB`}
      error={problem ?? error}
    >
      <Group gap="xs" mt={2} mb={6}>
        {value && (
          <Group
            component="span"
            h={40}
            py={6}
            px={10}
            bd="var(--app-line)"
            bdrs="sm"
            bg={kind === 'logo_dark' ? '#16181d' : '#ffffff'}
          >
            <Box component="img" maw={200} h={26} style={{ objectFit: 'contain' }} src={value} alt={label} />
          </Group>
        )}
        <FileButton accept={IMAGE_TYPES} onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              aria-label={`${value ? 'Change' : 'Upload'} ${label.toLowerCase()}`}
              leftSection={<IconUpload aria-hidden />}
            >
              {value ? 'Change' : 'Upload'}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button
            variant="subtle"
            color="gray"
            aria-label={`Remove ${label.toLowerCase()}`}
            onClick={() => onChange('')}
          >
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
