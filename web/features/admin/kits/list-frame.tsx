import type { CSSProperties, ReactNode } from 'react'
import { Frame } from '#web/ui/frame.tsx'

const STYLE = { '--app-gutter': '16px', overflow: 'hidden' } as CSSProperties

/** A frame around a list with its search and pager, amid other things. */
export const ListFrame = ({ children }: { children: ReactNode }) => <Frame style={STYLE}>{children}</Frame>
