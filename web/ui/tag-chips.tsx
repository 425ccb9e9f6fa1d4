import { Badge, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './tag-chips.module.css'

/** Shown tags; the others become a count. */
const SHOWN = 3

interface TagChipsProps {
  tags: readonly string[]
  /** Source of the list's leads. */
  source?: string | null
}

const chip = { className: classes.chip, variant: 'default', size: 'sm', radius: 'sm' } as const

/** Tags as buttons that filter by tag. */
export function TagButtons({ tags, onTag }: TagChipsProps & { onTag: (tag: string) => void }) {
  if (tags.length === 0) return null
  const more = tags.slice(SHOWN)
  return (
    <Group component="span" display="inline-flex" gap={4} miw={0} maw="100%" c="dimmed">
      {tags.slice(0, SHOWN).map((tag) => (
        <Badge
          key={tag}
          {...chip}
          component="button"
          type="button"
          aria-label={`Show lists tagged ${tag}`}
          onClick={() => onTag(tag)}
        >
          {tag}
        </Badge>
      ))}
      {more.length > 0 && <span title={more.join(', ')}>+{more.length}</span>}
    </Group>
  )
}

/** Tags and source as links to the page that edits them. */
export function TagLinks({ tags, source, to }: TagChipsProps & { to: string }) {
  if (tags.length === 0 && !source) return null
  const more = tags.slice(SHOWN)
  const link = (name: string, text: string) => (
    <Badge
      key={text}
      {...chip}
      renderRoot={(root) => <Link {...root} to={to} aria-label={`${name}: change tags and source`} />}
    >
      {text}
    </Badge>
  )
  return (
    <Group component="span" display="inline-flex" gap={4} miw={0} maw="100%" c="dimmed">
      {tags.slice(0, SHOWN).map((tag) => link(tag, tag))}
      {more.length > 0 && link(more.join(', '), `+${more.length}`)}
      {source && link(`Source: ${source}`, `Source: ${source}`)}
    </Group>
  )
}
