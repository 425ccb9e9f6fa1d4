import { Skeleton, VisuallyHidden } from '@mantine/core'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs'
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs'
import type { ComponentType } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import type { previewSearch } from '#contract/prospecting/searches.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Failed } from './count-block.tsx'
import classes from './search-preview.module.css'
import type { Estimate } from './use-estimate.ts'

type Row = Reply<typeof previewSearch>['data']['rows'][number]

interface ContactProps {
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** What it is, for whoever does not see the icon. */
  label: string
  text: string | null
}

function Contact({ icon: Icon, label, text }: ContactProps) {
  if (text === null) return null
  return (
    <span className={classes.contact}>
      <Icon size={13} stroke={1.75} aria-hidden />
      {label !== text && <VisuallyHidden>{`${label}: `}</VisuallyHidden>}
      {text}
    </span>
  )
}

function Match({ row }: { row: Row }) {
  const { name, about, place, email, phone, has_website, is_saved } = row
  const subtitle = [about, place].filter(Boolean).join(' · ')
  const hasContact = has_website || email !== null || phone !== null
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <span className={classes.name}>{name ?? email ?? 'No name'}</span>
        {is_saved && <span className={classes.saved}>Saved</span>}
      </div>
      {subtitle && <div className={classes.subtitle}>{subtitle}</div>}
      <div className={classes.contacts}>
        <Contact icon={IconMail} label="Email" text={name === null ? null : email} />
        <Contact icon={IconPhone} label="Phone" text={phone} />
        <Contact icon={IconWorld} label="Website" text={has_website ? 'Website' : null} />
        {!hasContact && 'No contacts yet'}
      </div>
    </li>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the preview">
      {[72, 54, 63, 48, 60].map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height={11} width={`${width}%`} my={4.5} />
          <Skeleton height={9} width={`${width - 14}%`} my={4.5} />
          <Skeleton height={9} width={`${width + 10}%`} my={4.5} />
        </div>
      ))}
    </div>
  )
}

/** Preview the first matches with masked contacts, for free; nothing where a source cannot tell before it works. */
export function SearchPreview({ estimate }: { estimate: Pick<Estimate, 'checked' | 'count' | 'preview'> }) {
  const { checked, count, preview } = estimate
  const counted = count.data?.data
  if (!checked.ok || count.isError || !counted || counted.matched === 0) return null
  const found = preview.data?.data
  if (found && !found.is_available) return null
  const rows = found?.rows ?? []
  return (
    <section className={classes.root} aria-label="Preview">
      <header className={classes.title}>
        <h2>{rows.length > 0 ? `First ${formatNumber(rows.length)}` : 'Preview'}</h2>
        <span>Contacts are masked until you save them</span>
      </header>
      {preview.isError && <Failed error={preview.error} onRetry={() => void preview.refetch()} />}
      {!found && !preview.isError && <Waiting />}
      {found && !preview.isError && (
        <ol
          className={classes.rows}
          data-stale={preview.isPlaceholderData || undefined}
          aria-busy={preview.isPlaceholderData}
        >
          {rows.map((row, at) => (
            // Rows of one answer never move.
            // biome-ignore lint/suspicious/noArrayIndexKey: matches have no id before they are saved
            <Match key={at} row={row} />
          ))}
        </ol>
      )}
    </section>
  )
}
