import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Block, type Inline, readMarkdown } from './markdown.ts'
import classes from './onboarding.module.css'

const PICTURES = import.meta.glob<string>('./pictures/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

function Piece({ text, bold, code, href }: Inline) {
  if (bold) return <strong>{text}</strong>
  if (code) return <code className={classes.code}>{text}</code>
  if (!href) return text
  if (href.startsWith('/')) {
    const { pathname, searchParams } = new URL(href, 'https://inside.invalid')
    const search = Object.fromEntries(searchParams) as never
    return (
      <Anchor component={Link} to={pathname} search={search} inherit underline="always">
        {text}
      </Anchor>
    )
  }
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer" inherit underline="always">
      {text}
    </Anchor>
  )
}

const pieces = (content: readonly Inline[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
  content.map((piece, at) => <Piece key={at} {...piece} />)

function TextBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3>{pieces(block.content)}</h3>
    case 'paragraph':
      return <p>{pieces(block.content)}</p>
    case 'picture': {
      const source = PICTURES[`./pictures/${block.name}.webp`]
      return source ? <img className={classes.picture} src={source} alt={block.alt} loading="lazy" /> : null
    }
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places
            <li key={at}>{pieces(item)}</li>
          ))}
        </List>
      )
    }
  }
}

/** A text of a course. It is never taken for HTML: what is no Markdown stays words. */
export function CourseText({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      {readMarkdown(text).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
        <TextBlock key={at} block={block} />
      ))}
    </div>
  )
}
