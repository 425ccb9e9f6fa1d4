import type { ComponentProps } from 'react'

/** Properties of a component that is an `<a>`, whose address the router writes. */
export type OfAnchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props | 'href'>
