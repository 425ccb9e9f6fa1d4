import { Tooltip, type TooltipProps } from '@mantine/core'
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type ReactElement,
  type Ref,
  useEffect,
  useState,
} from 'react'

interface TipProps extends HTMLAttributes<HTMLElement> {
  label: TooltipProps['label']
  position?: TooltipProps['position']
  disabled?: boolean
  children: ReactElement<HTMLAttributes<HTMLElement> & { ref?: Ref<HTMLElement> }>
  ref?: Ref<HTMLElement>
}

/** Closes the tooltip on Escape, wherever the focus is. */
function useEscape(isOpen: boolean, close: () => void) {
  useEffect(() => {
    if (!isOpen) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/**
 * A tooltip for elements on every page: Mantine's own is mounted on first hover or focus, because dozens of
 * them would delay the first paint. Other props go to the element.
 */
export function Tip({
  label,
  position = 'top',
  disabled = false,
  children,
  ref,
  className,
  ...given
}: TipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  useEscape(isOpen, close)
  const open = (element: HTMLElement) => {
    setTarget(element)
    setOpen(true)
  }
  return (
    <>
      {cloneElement(children, {
        ...given,
        ...(ref ? { ref } : {}),
        // The popover's class is added to the element's own.
        className: [children.props.className, className].filter(Boolean).join(' ') || undefined,
        onMouseEnter: ({ currentTarget }) => open(currentTarget),
        onMouseLeave: close,
        onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) =>
          currentTarget.matches(':focus-visible') && open(currentTarget),
        onBlur: close,
      })}
      {target && !disabled && <Tooltip target={target} opened={isOpen} label={label} position={position} />}
    </>
  )
}
