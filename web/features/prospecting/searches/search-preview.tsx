import { Box, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import type { ComponentType } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import type { previewSearch } from '#contract/prospecting/searches.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Frame } from '#web/ui/frame.tsx'
import { Hint } from '#web/ui/hint.tsx'
import { Failed } from './count-block.tsx'
import type { Estimate } from './use-estimate.ts'

type Row = Reply<typeof previewSearch>['data']['rows'][number]

interface ContactProps {
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** For screen readers. */
  label: string
  text: string | null
}

function Contact({ icon: Icon, label, text }: ContactProps) {
  if (text === null) return null
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={4} miw={0} className="wrap-anywhere">
      <Icon size={13} stroke={1.75} aria-hidden />
      {label !== text && <VisuallyHidden>{`${label}: `}</VisuallyHidden>}
      {text}
    </Group>
  )
}

function Match({ row }: { row: Row }) {
  const { name, about, place, email, phone, has_website, is_saved } = row
  const subtitle = [about, place].filter(Boolean).join(' · ')
  const hasContact = has_website || email !== null || phone !== null
  return (
    <Box component="li" py="xs" className="divided">
      <Group align="baseline" justify="space-between" wrap="nowrap" gap="xs">
        <Text component="span" truncate miw={0} fw={500} c="var(--app-heading)">
          {name ?? email ?? 'No name'}
        </Text>
        {is_saved && (
          <Text
            component="span"
            flex="none"
            px={6}
            bdrs="xs"
            bg="var(--app-soft)"
            fz="xs"
            c="var(--app-soft-text)"
          >
            Saved
          </Text>
        )}
      </Group>
      {subtitle && (
        <Hint component="div" truncate>
          {subtitle}
        </Hint>
      )}
      <Group gap="0 12px" fz="xs" c="dimmed" className="numeric">
        <Contact icon={IconMail} label="Email" text={name === null ? null : email} />
        <Contact icon={IconPhone} label="Phone" text={phone} />
        <Contact icon={IconWorld} label="Website" text={has_website ? 'Website' : null} />
        {!hasContact && 'No contacts yet'}
      </Group>
    </Box>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the preview">
      {[72, 54, 63, 48, 60].map((width) => (
        <Box key={width} py="xs" className="divided">
          <Skeleton height={11} width={`${width}%`} my={4.5} />
          <Skeleton height={9} width={`${width - 14}%`} my={4.5} />
          <Skeleton height={9} width={`${width + 10}%`} my={4.5} />
        </Box>
      ))}
    </div>
  )
}

/** The first matches with masked contacts; empty for sources that can't preview. */
export function SearchPreview({ estimate }: { estimate: Pick<Estimate, 'checked' | 'count' | 'preview'> }) {
  const { checked, count, preview } = estimate
  const counted = count.data?.data
  if (!checked.ok || count.isError || !counted || counted.matched === 0) return null
  const found = preview.data?.data
  if (found && !found.is_available) return null
  const rows = found?.rows ?? []
  return (
    <Frame component="section" pt={14} pb={6} px="md" aria-label="Preview">
      <Group component="header" align="baseline" gap="0 8px" mb={4}>
        <Title order={2} fw={550}>
          {rows.length > 0 ? `First ${formatNumber(rows.length)}` : 'Preview'}
        </Title>
        <Hint component="span">Contacts are masked until you save them</Hint>
      </Group>
      {preview.isError && <Failed error={preview.error} onRetry={() => void preview.refetch()} />}
      {!found && !preview.isError && <Waiting />}
      {found && !preview.isError && (
        <ol
          className="outdated"
          data-stale={preview.isPlaceholderData || undefined}
          aria-busy={preview.isPlaceholderData}
        >
          {rows.map((row, at) => (
            // Rows of one response never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: matches have no id before they are saved
            <Match key={at} row={row} />
          ))}
        </ol>
      )}
    </Frame>
  )
}
