import { type HelpNode, PICTURES } from 'virtual:help-guides'
import { useComputedColorScheme } from '@mantine/core'
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs'
import { Link } from '@tanstack/react-router'
import { createElement, Fragment, type ReactNode } from 'react'
import classes from './help.module.css'

const readText = (node: HelpNode): string =>
  typeof node === 'string' ? node : (node.slice(2) as HelpNode[]).map(readText).join('')

/** Children as arguments instead of a list: a guide never changes, so nothing needs a key. */
const draw = (parts: readonly HelpNode[]): ReactNode =>
  createElement(
    Fragment,
    null,
    ...parts.map((part) => (typeof part === 'string' ? part : createElement(Part, { node: part }))),
  )

function Heading({ tag, id, parts }: { tag: string; id: string; parts: HelpNode[] }) {
  return createElement(
    tag,
    { id, tabIndex: -1 },
    draw(parts),
    <Link
      to="."
      hash={id}
      className={`reveal ${classes.anchor}`}
      aria-label={`Link to “${parts.map(readText).join('')}”`}
    >
      <IconLink size={14} stroke={1.75} aria-hidden />
    </Link>,
  )
}

function Anchor({ href = '', children }: { href: string | undefined; children: ReactNode }) {
  if (!href.startsWith('/'))
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  const [path, hash] = href.split('#')
  return (
    <Link to={path as string} {...(hash ? { hash } : {})}>
      {children}
    </Link>
  )
}

/** A picture in the colors of the screen around it. */
function Picture({ path, alt }: { path: string; alt: string }) {
  const isDark = useComputedColorScheme('light') === 'dark'
  const src = isDark ? path.replace(/\.(\w+)$/, '-dark.$1') : path
  return <img className={classes.picture} src={PICTURES[src] ?? PICTURES[path]} alt={alt} loading="lazy" />
}

function Part({ node: [tag, attributes, ...parts] }: { node: Exclude<HelpNode, string> }) {
  if (tag === 'a') return <Anchor href={attributes.href}>{draw(parts)}</Anchor>
  if (tag === 'img') return <Picture path={attributes.src ?? ''} alt={attributes.alt ?? ''} />
  if (attributes.id) return <Heading tag={tag} id={attributes.id} parts={parts} />
  if (tag === 'table')
    return (
      // biome-ignore lint/a11y/useSemanticElements: no form, a table that scrolls where it is too wide
      // biome-ignore lint/a11y/noNoninteractiveTabindex: and scrolls by keyboard, too
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="Table">
        <table>{draw(parts)}</table>
      </div>
    )
  return createElement(tag, null, draw(parts))
}

/** A rendered guide: its paragraphs, lists, tables and pictures. */
export function GuideBody({ body }: { body: readonly HelpNode[] }) {
  return <>{draw(body)}</>
}
