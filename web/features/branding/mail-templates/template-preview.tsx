import { Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { MailTemplateName } from '#contract/branding/mail-kinds/index.ts'
import { type MailContent, previewMailTemplate } from '#contract/branding/mail-templates.ts'
import { errorMessage } from '#web/lib/api.ts'
import { pageNonce } from '#web/lib/branding.ts'
import { usePagedQuery } from '#web/lib/use-paged-query.ts'
import { Notice } from '#web/ui/notice.tsx'
import { previewHtml } from '../mail/preview-html.ts'
import { inColorScheme } from './in-color-scheme.ts'
import classes from './mail-templates.module.css'

const WIDTHS = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
]

/** The text as it will arrive, with sample values. */
export function TemplatePreview({ name, content }: { name: MailTemplateName; content: MailContent }) {
  const [width, setWidth] = useState('desktop')
  const [dark, setDark] = useState(false)
  const found = usePagedQuery(previewMailTemplate, { params: { name }, body: content }, { retry: false })
  const mail = found.data?.data
  const html = useMemo(
    () => (mail ? previewHtml(inColorScheme(mail.html, dark), pageNonce()) : ''),
    [mail, dark],
  )
  return (
    <Stack component="section" gap="sm" miw={0} aria-label="Preview">
      <Group gap="sm">
        <SegmentedControl aria-label="Width" data={WIDTHS} value={width} onChange={setWidth} />
        <Switch label="Dark" checked={dark} onChange={(event) => setDark(event.currentTarget.checked)} />
      </Group>
      {found.isError && <Notice tone="warning">{errorMessage(found.error)}</Notice>}
      {mail && (
        <>
          <Text fw={600}>{mail.subject}</Text>
          <iframe
            className={classes.frame}
            data-phone={width === 'phone' || undefined}
            title="Preview of the email"
            sandbox=""
            srcDoc={html}
          />
        </>
      )}
    </Stack>
  )
}
